/// The terms that hold the substrings of a clause.
struct ClauseTerms {
  let postings: PostingsQuery
  /// The number of terms.
  private(set) var count = 0
  /// The maximum number of titles that contain them.
  private(set) var titles = 0
  /// Whether any of them is neither a word as typed nor a completion of a prefix.
  private(set) var hasOthers = false

  /// `nil` when there are more than `limit`.
  init?(
    _ clause: QueryClause, atMost limit: Int, _ dictionary: TermDictionary
  ) throws(ShortlistError) {
    var alternatives: [PostingsQuery] = []
    var left = limit
    for alternative in clause.alternatives {
      let words = alternative.words
      var parts: [PostingsQuery] = []
      var fewest = Int.max
      for word in words {
        guard let found = try dictionary.terms(holding: word, atMost: left) else { return nil }
        left -= found.count
        count += found.count
        // The last character of a run without spaces is in the index, but is not a term.
        let mayBeTail = word.utf8.first.map { $0 >= 0x80 } ?? false
        let terms: [PostingsQuery] =
          (found.count > 0 ? [.found(found)] : []) + (mayBeTail ? [.prefix(word)] : [])
        if !terms.isEmpty { parts.append(.any(of: terms)) }
        fewest = min(fewest, found.titles + (mayBeTail ? 1 : 0))
        hasOthers =
          hasOthers || mayBeTail || words.count > 1
          || !found.areAll(word, asPrefix: alternative.isPrefix)
      }
      guard fewest > 0, fewest < .max else { continue }
      titles += fewest
      alternatives.append(.all(of: parts))
    }
    postings = .any(of: alternatives)
  }
}
