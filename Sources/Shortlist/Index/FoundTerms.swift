import CShortlist

/// Terms of a dictionary, in byte order.
final class FoundTerms {
  private let terms: UnsafeMutableBufferPointer<shortlist_term_count>
  /// The sum of the terms' title counts.
  let titles: Int
  /// The owner of the texts.
  private let dictionary: TermDictionary

  /// Takes ownership of `terms`.
  init(
    _ terms: UnsafeMutableBufferPointer<shortlist_term_count>, titles: Int,
    of dictionary: TermDictionary
  ) {
    self.terms = terms
    self.titles = titles
    self.dictionary = dictionary
  }

  deinit { sqlite3_free(terms.baseAddress) }

  var count: Int { terms.count }

  /// Whether every term equals the text, or begins with it.
  func areAll(_ text: String, asPrefix isPrefix: Bool) -> Bool {
    text.withBytes { bytes, length in
      let text = UnsafeBufferPointer(start: bytes, count: Int(length))
      return terms.allSatisfy { term in
        (isPrefix || term.length == length)
          && UnsafeBufferPointer(start: term.text, count: Int(term.length)).starts(with: text)
      }
    }
  }

  /// Calls `body` with the bytes of each term and its number of titles.
  func forEach(_ body: (UnsafeBufferPointer<CChar>, Int32) -> Void) {
    for term in terms {
      body(
        UnsafeBufferPointer(start: term.text, count: Int(term.length)),
        Int32(clamping: term.titles))
    }
  }
}
