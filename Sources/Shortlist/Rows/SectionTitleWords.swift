/// The words in the titles of all sections, sorted, to find the sections with a word in the title.
///
/// A ``SectionTable`` builds it when it is first asked for, which takes O(*n* · log *n*) for *n*
/// words.
struct SectionTitleWords {
  /// A word of a title.
  fileprivate struct Word {
    /// The range of its folded text in ``bytes``.
    let start, end: Int32
    /// The index of the section in the table.
    let section: Int32
  }

  private let bytes: [UInt8]
  private let words: [Word]

  init(_ rows: [SectionRow]) throws(ShortlistError) {
    var bytes: [UInt8] = []
    var words: [Word] = []
    for (index, row) in rows.enumerated() {
      let tokens = try Tokens(row.section.title)
      for token in tokens.indices {
        let start = bytes.count
        bytes += tokens.bytes(of: tokens[token])
        words.append(
          Word(
            start: Int32(clamping: start), end: Int32(clamping: bytes.count),
            section: Int32(clamping: index)))
      }
    }
    bytes.withUnsafeBufferPointer { bytes in
      words.sort { a, b in
        let order = Self.compare(bytes[a], bytes[b])
        return order != 0 ? order < 0 : a.section < b.section
      }
    }
    self.bytes = bytes
    self.words = words
  }

  /// Returns the indices of the sections with a folded word in the title, or with one that begins
  /// with it; each may be there several times.
  ///
  /// - Complexity: O(log *n* + *m*) for *n* words and *m* indices.
  func sections(with word: String, asPrefix isPrefix: Bool) -> [Int] {
    var word = word
    return word.withUTF8 { wanted in
      bytes.withUnsafeBufferPointer { bytes in
        var (low, high) = (0, words.count)
        while low < high {
          let middle = (low + high) / 2
          if Self.compare(bytes[words[middle]], wanted) < 0 {
            low = middle + 1
          } else {
            high = middle
          }
        }
        var found: [Int] = []
        while low < words.count {
          let text = bytes[words[low]]
          guard isPrefix ? text.starts(with: wanted) : text.elementsEqual(wanted) else { break }
          found.append(Int(words[low].section))
          low += 1
        }
        return found
      }
    }
  }

  /// Returns a number below, equal to or above 0 as `a` comes before, with or after `b`.
  private static func compare(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] {
      return Int(a[index]) - Int(b[index])
    }
    return a.count - b.count
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate subscript(word: SectionTitleWords.Word) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[Int(word.start)..<Int(word.end)])
  }
}
