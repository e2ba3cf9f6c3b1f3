import CShortlist

/// Finds words in texts without building lists of tokens and ranges.
final class WordFinder {
  /// A folded word, 1 byte or more; with `isPrefix`, it matches tokens that begin with it.
  struct Word {
    let bytes: [UInt8]
    let isPrefix: Bool
  }

  private let words: UnsafeMutableBufferPointer<shortlist_word>
  private let bytes: UnsafeMutableBufferPointer<CChar>
  private let found = UnsafeMutableBufferPointer<shortlist_stretch>.allocate(capacity: 64)

  init(_ wanted: [Word]) {
    words = .allocate(capacity: wanted.count)
    bytes = .allocate(capacity: wanted.reduce(0) { $0 + $1.bytes.count })
    _ = bytes.initialize(from: wanted.lazy.flatMap(\.bytes).map { CChar(bitPattern: $0) })
    var start = 0
    for (index, word) in wanted.enumerated() {
      guard let base = bytes.baseAddress else { break }
      words.initializeElement(
        at: index,
        to: shortlist_word(
          bytes: base + start, length: Int32(word.bytes.count), is_prefix: word.isPrefix ? 1 : 0))
      start += word.bytes.count
    }
  }

  deinit {
    words.deallocate()
    bytes.deallocate()
    found.deallocate()
  }

  /// Finds the tokens of a text that equal a word, or begin with it, and returns the number of
  /// ranges; `nil` when there are too many for the buffer.
  func find(in text: String) throws(ShortlistError) -> Int? {
    var count: Int32 = 0
    let code = text.withBorrowedBytes { bytes, length -> Int32 in
      guard let words = words.baseAddress, let found = found.baseAddress else { return SQLITE_OK }
      return shortlist_find_words(
        bytes, length, words, Int32(self.words.count), found, Int32(self.found.count), &count)
    }
    guard code != SQLITE_FULL else { return nil }
    guard code == SQLITE_OK else {
      throw ShortlistError(sqliteCode: code, detail: "splitting a text into words")
    }
    return Int(count)
  }

  /// A range found by the last search, in bytes. Ranges go from left to right without overlaps.
  subscript(index: Int) -> Range<Int> {
    let stretch = found[index]
    return Int(stretch.start)..<Int(stretch.end)
  }
}

extension String {
  /// Lends the bytes of the text and their number to `work`, without a copy if possible.
  fileprivate func withBorrowedBytes<Result>(
    _ work: (UnsafePointer<CChar>?, Int64) -> Result
  ) -> Result {
    let result = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.withMemoryRebound(to: CChar.self) { work($0.baseAddress, Int64($0.count)) }
    }
    return result ?? withBytes { work($0, Int64($1)) }
  }
}
