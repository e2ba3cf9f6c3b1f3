extension Search {
  /// Rungs 6 and 7: what matches when words are respelt, while there are too few other matches.
  mutating func collectTypos(_ vocabularies: VocabularyCache) throws(ShortlistError) {
    guard query.typos, query.match == .all, count < query.limit, !wasInterrupted,
      !parsed.clauses.isEmpty,
      parsed.clauses.contains(where: { !$0.isQuoted })
    else { return }
    guard let vocabulary = try vocabularies.vocabulary(connection) else {
      interrupt()
      return
    }
    let respelling = Respelling(parsed, vocabulary)
    try collect(try respelling.withOneEdit(), .typo)
    guard count < query.limit, !wasInterrupted else { return }
    try collect(try respelling.withMoreEdits(), .typos)
  }

  private mutating func collect(
    _ spellings: [[QueryClause]], _ rung: Rung
  ) throws(ShortlistError) {
    guard !spellings.isEmpty else { return }
    var layers: [Layer] = []
    // Where words stand can be said of one spelling at a time.
    let groups = parsed.hasField ? spellings.map { [$0] } : [spellings]
    for (index, group) in groups.enumerated() {
      for (inTitles, table) in [(true, "item_titles"), (false, "item_texts")] {
        let expression = MatchExpression.any(of: group, inTitles: inTitles)
        layers.append(
          Layer(rung: rung, stream: try stream(expression, in: table, slot: 16 + index)))
      }
    }
    try countAndCollect(layers, isFirst: false)
  }
}
