import CShortlist

/// Some terms of a dictionary, in the order of their bytes.
final class FoundTerms {
  private let terms: UnsafeMutableBufferPointer<shortlist_term_count>
  /// In how many titles they stand, each counted for itself.
  let titles: Int
  /// Has the texts.
  private let dictionary: TermDictionary

  /// Takes over the memory of `terms`.
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

  /// Whether all are some text, or begin with it.
  func areAll(_ text: String, asPrefix isPrefix: Bool) -> Bool {
    text.withBytes { bytes, length in
      let text = UnsafeBufferPointer(start: bytes, count: Int(length))
      return terms.allSatisfy { term in
        (isPrefix || term.length == length)
          && UnsafeBufferPointer(start: term.text, count: Int(term.length)).starts(with: text)
      }
    }
  }

  /// Calls `body` with the bytes of each, and in how many titles it stands.
  func forEach(_ body: (UnsafeBufferPointer<CChar>, Int32) -> Void) {
    for term in terms {
      body(
        UnsafeBufferPointer(start: term.text, count: Int(term.length)),
        Int32(clamping: term.titles))
    }
  }
}
