/// The passage of a text that matches a query best: the one with the most clauses, then the most
/// matches, then the first.
struct Passage {
  private let text: String
  /// The range in bytes of the text.
  private var range: Range<Int>

  /// Finds the passage, of at most `length` characters (Unicode scalars), or slightly more where
  /// one would be cut in two. The matches must be in the order of their first words.
  ///
  /// - Complexity: O(*n*) for a text of *n* bytes.
  init?(
    of text: String, tokens: borrowing Tokens, matches: [Highlighter.Match], length: Int
  ) {
    guard length > 0, !matches.isEmpty else { return nil }
    self.init(whole: text)
    guard text.utf8.count > length else { return }
    var text = text
    let range = text.withUTF8 { bytes in
      Self.widened(
        Self.densest(matches, in: bytes, length: length), in: bytes, tokens: tokens, length: length)
    }
    self.range = Self.bounded(range, in: text)
  }

  /// Takes a text as a whole.
  init(whole text: String) {
    self.text = text
    range = 0..<text.utf8.count
  }

  /// Returns the range from the first match of the best passage to the end of its last.
  private static func densest(
    _ matches: [Highlighter.Match], in text: UnsafeBufferPointer<UInt8>, length: Int
  ) -> Range<Int> {
    var places = ScalarCounter(text)
    var last = ScalarCounter(text)
    var counts: [Int: Int] = [:]
    var first = 0
    var best = (clauses: 0, matches: 0, range: matches[0].range)
    for (index, match) in matches.enumerated() {
      counts[match.clause, default: 0] += 1
      let end = last.count(to: match.range.upperBound)
      while first < index, end - places.count(to: matches[first].range.lowerBound) > length {
        let clause = matches[first].clause
        counts[clause, default: 1] -= 1
        if counts[clause] == 0 { counts[clause] = nil }
        first += 1
      }
      let found = (counts.count, index - first + 1)
      if found > (best.clauses, best.matches) {
        let upper = max(match.range.upperBound, matches[first].range.upperBound)
        best = (found.0, found.1, matches[first].range.lowerBound..<upper)
      }
    }
    return best.range
  }

  /// Widens a range as far as the length allows, with cuts between words.
  private static func widened(
    _ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>, tokens: borrowing Tokens, length: Int
  ) -> Range<Int> {
    let size = text.count
    var counter = ScalarCounter(text, from: range.lowerBound)
    var room = length - counter.count(to: range.upperBound)
    guard room > 0 else {
      counter = ScalarCounter(text, from: range.lowerBound)
      return range.lowerBound..<counter.end(of: length)
    }
    /// Returns the number of characters in a range.
    func scalars(_ range: Range<Int>) -> Int {
      var counter = ScalarCounter(text, from: range.lowerBound)
      return counter.count(to: range.upperBound)
    }
    var (lower, upper) = (range.lowerBound, range.upperBound)
    var before = firstToken(of: tokens) { $0.range.lowerBound >= lower }
    var after = firstToken(of: tokens) { $0.range.lowerBound >= upper }
    let half = room / 2
    /// Moves the start back over words, while at least `rest` of the room is left.
    func widenFront(leaving rest: Int) {
      while lower > 0 {
        let isFirst = before == 0
        let next = isFirst ? 0 : tokens[before - 1].range.lowerBound
        if next < lower {
          let cost = scalars(next..<lower)
          guard room - cost >= rest else { return }
          room -= cost
          lower = next
        }
        guard !isFirst else { return }
        before -= 1
      }
    }
    func widenBack() {
      while upper < size {
        let isLast = after >= tokens.count
        let next = isLast ? size : tokens[after].range.upperBound
        if next > upper {
          let cost = scalars(upper..<next)
          guard cost <= room else { return }
          room -= cost
          upper = next
        }
        guard !isLast else { return }
        after += 1
      }
    }
    widenFront(leaving: half)
    widenBack()
    widenFront(leaving: 0)
    return lower..<upper
  }

  /// Returns the first token that satisfies a condition, as nearly all later ones must.
  private static func firstToken(
    of tokens: borrowing Tokens, where condition: (Tokens.Element) -> Bool
  ) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(tokens[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Widens a range, if need be, so that no character is cut in two.
  private static func bounded(_ range: Range<Int>, in text: String) -> Range<Int> {
    var start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    while start > text.startIndex, String.Index(start, within: text) == nil {
      start = text.unicodeScalars.index(before: start)
    }
    var end = text.utf8.index(text.startIndex, offsetBy: range.upperBound)
    while end < text.endIndex, String.Index(end, within: text) == nil {
      end = text.unicodeScalars.index(after: end)
    }
    return text.offset(of: start)..<max(text.offset(of: end), text.offset(of: start))
  }

  /// Whether a byte is white space other than the space.
  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }

  /// Returns the passage as a text, and how much further than in the whole text a byte of it is.
  private func shown() -> (text: String, shift: Int) {
    let ellipsis = "…"
    let before = range.lowerBound > 0 ? ellipsis : ""
    let after = range.upperBound < text.utf8.count ? ellipsis : ""
    var text = text
    let shown = text.withUTF8 { bytes -> String? in
      let passage = bytes[range]
      if passage.count == bytes.count, !passage.contains(where: Self.isLineEnd) { return nil }
      let size = before.utf8.count + range.count + after.utf8.count
      return String(unsafeUninitializedCapacity: size) { shown in
        var end = shown.update(fromContentsOf: before.utf8)
        for byte in passage {
          shown[end] = Self.isLineEnd(byte) ? UInt8(ascii: " ") : byte
          end += 1
        }
        return shown[end...].update(fromContentsOf: after.utf8)
      }
    }
    guard let shown else { return (text, 0) }
    return (shown, before.utf8.count - range.lowerBound)
  }

  /// Returns the passage with its matches. Line ends and tabs become spaces.
  func snippet(marking ranges: [Range<Int>]) -> Snippet {
    let (shown, shift) = self.shown()
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var marked: [Range<String.Index>] = []
    for match in ranges[low...] {
      guard match.lowerBound < range.upperBound else { break }
      let match = match.clamped(to: range)
      let from = shown.utf8.index(shown.startIndex, offsetBy: match.lowerBound + shift)
      marked.append(from..<shown.utf8.index(from, offsetBy: match.count))
    }
    return Snippet(text: shown, ranges: marked)
  }
}

extension String {
  fileprivate func offset(of index: Index) -> Int {
    utf8.distance(from: startIndex, to: index)
  }
}

/// Counts the characters of a text up to a byte, continuing from the last count.
private struct ScalarCounter {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset: Int
  private var count = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  private func beginsCharacter(_ byte: UInt8) -> Bool { byte & 0xc0 != 0x80 }

  /// Returns the number of characters that begin before a byte. Pass ascending offsets; a lower one
  /// is ignored.
  mutating func count(to end: Int) -> Int {
    guard offset < end else { return count }
    for byte in bytes[offset..<end] where beginsCharacter(byte) { count += 1 }
    offset = end
    return count
  }

  /// Returns the end of so many characters that follow, or of the text.
  func end(of characters: Int) -> Int {
    var end = offset
    var left = characters
    while end < bytes.count {
      if beginsCharacter(bytes[end]) {
        guard left > 0 else { break }
        left -= 1
      }
      end += 1
    }
    return end
  }
}
