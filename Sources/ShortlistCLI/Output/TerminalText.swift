/// Makes text from the database safe for a terminal.
///
/// A title may contain anything: an escape sequence that renames the window or fills the clipboard,
/// a mark that reverses the line's direction, a line end. Symbols replace all of these.
enum TerminalText {
  /// Returns the text with symbols in place of characters that a terminal would obey.
  static func shown(_ text: String) -> String {
    var shown = ""
    append(text[...], to: &shown)
    return shown
  }

  /// Returns the text with `start` and `end` around each of `ranges`, which are sorted and do not
  /// overlap, and with symbols as in ``shown(_:)``.
  ///
  /// A range that splits a character is widened to include all of it.
  static func shown(
    _ text: String, emphasizing ranges: [Range<String.Index>], start: String, end: String
  ) -> String {
    var shown = ""
    var index = text.startIndex
    var isEmphasized = false
    for range in ranges where !range.isEmpty {
      let part = text.characters(around: range).clamped(to: index..<text.endIndex)
      guard !part.isEmpty else { continue }
      if part.lowerBound > index {
        if isEmphasized { shown += end }
        append(text[index..<part.lowerBound], to: &shown)
        isEmphasized = false
      }
      if !isEmphasized { shown += start }
      append(text[part], to: &shown)
      isEmphasized = true
      index = part.upperBound
    }
    if isEmphasized { shown += end }
    append(text[index...], to: &shown)
    return shown
  }

  private static func append(_ part: Substring, to text: inout String) {
    let isPlain = part.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    guard !isPlain, part.unicodeScalars.contains(where: { isHazard($0.value) }) else {
      text += part
      return
    }
    for scalar in part.unicodeScalars { append(scalar, to: &text) }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar.value {
    // The Control Pictures block has a symbol for each.
    case 0x00...0x1F:
      text.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: text += "\u{2421}"
    case let value where isHazard(value):
      let digits = String(value, radix: 16, uppercase: true)
      text += "‹U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "›"
    default: text.unicodeScalars.append(scalar)
    }
  }

  /// Whether a terminal would obey the character instead of drawing it.
  static func isHazard(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00...0x1F, 0x7F...0x9F: true
    // Directional marks, embeddings, overrides and isolates; line and paragraph separators.
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// A range, widened to whole characters.
  fileprivate func characters(around range: Range<Index>) -> Range<Index> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower > startIndex, Index(lower, within: self) == nil {
      lower = unicodeScalars.index(before: lower)
    }
    while upper < endIndex, Index(upper, within: self) == nil {
      upper = unicodeScalars.index(after: upper)
    }
    return lower..<upper
  }
}
