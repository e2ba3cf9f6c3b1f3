extension Search {
  /// MatchTier 5: what holds each word inside a word, while there are too few other matches. Nothing that was
  /// quoted or limited to a field is looked for there.
  mutating func collectSubstrings(_ dictionaries: TermDictionaryCache) throws(ShortlistError) {
    guard query.match == .all, count < query.limit, !wasInterrupted, !parsed.clauses.isEmpty,
      !parsed.hasPhrase, !parsed.hasField, !scope.isEmpty
    else { return }
    guard let dictionary = try dictionaries.dictionary(connection) else {
      interrupt()
      return
    }
    guard let substrings = try SubstringQuery(parsed.clauses, dictionary), substrings.hasOthers
    else {
      return
    }
    let stream = try stream(
      substrings.expression, in: "item_titles", slot: 5, filter: substrings.filter(on: connection))
    try countAndCollect([Layer(level: .substring, stream: stream)], isFirst: false)
  }
}
