import CShortlist

/// Some terms of a vocabulary, in the order of their bytes.
final class FoundTerms {
  private let terms: UnsafeMutableBufferPointer<shortlist_term_count>
  /// In how many titles they stand, each counted for itself.
  let titles: Int
  /// Has the texts.
  private let vocabulary: Vocabulary

  /// Takes over the memory of `terms`.
  init(
    _ terms: UnsafeMutableBufferPointer<shortlist_term_count>, titles: Int,
    of vocabulary: Vocabulary
  ) {
    self.terms = terms
    self.titles = titles
    self.vocabulary = vocabulary
  }

  deinit { sqlite3_free(terms.baseAddress) }

  var count: Int { terms.count }

  /// Calls `body` with the bytes of each.
  func forEach(_ body: (UnsafeBufferPointer<CChar>) -> Void) {
    for term in terms {
      body(UnsafeBufferPointer(start: term.text, count: Int(term.length)))
    }
  }
}
