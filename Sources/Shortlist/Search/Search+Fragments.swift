extension Search {
  /// Rung 5: what holds each word inside a word, while there are too few other matches. Nothing that was
  /// quoted or limited to a field is looked for there.
  mutating func collectFragments(_ vocabularies: VocabularyCache) throws(ShortlistError) {
    guard query.match == .all, count < query.limit, !wasInterrupted, !parsed.clauses.isEmpty,
      !parsed.hasPhrase, !parsed.hasField, !scope.isEmpty
    else { return }
    guard let vocabulary = try vocabularies.vocabulary(connection) else {
      interrupt()
      return
    }
    guard let fragments = try FragmentQuery(parsed.clauses, vocabulary), fragments.hasOthers else {
      return
    }
    let stream = try stream(
      fragments.expression, in: "item_titles", slot: 5, filter: fragments.filter(on: connection))
    try countAndCollect([Layer(step: .fragment, stream: stream)], isFirst: false)
  }
}
