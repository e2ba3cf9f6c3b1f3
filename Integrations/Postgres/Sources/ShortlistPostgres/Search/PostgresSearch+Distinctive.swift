@_spi(SearchEngines) import Shortlist

extension PostgresSearch {
  /// Marks the items whose most distinctive word was typed, and takes those that were not among the best
  /// without it.
  mutating func collectDistinctive() throws(ShortlistError) {
    guard let whole = engine.wholeWords, try mayBeDistinctive(whole) else { return }
    try collectDistinctive(whole, literalLevels, typed: engine.words)
  }

  /// The levels of items whose titles or keywords have all words.
  private var literalLevels: MatchSet {
    MatchSet(
      condition: .always,
      levels: [
        (.title, .titles(engine.condition(for: .title))),
        (.prefix, .titles(engine.condition(for: .prefix))),
      ], lastLevel: .words)
  }

  /// Whether so few titles may have all words that some are distinctive.
  private func mayBeDistinctive(_ whole: TokenQuery) throws(ShortlistError) -> Bool {
    guard query.sections == nil, query.filter == nil, case .phrase(let words, _, nil) = whole,
      words.count == 1
    else { return true }
    let term = QueryTerm(text: words[0], isPrefix: false)
    let titles = try cache.counts(of: [term], list, connection)[term]?.titles ?? 0
    return titles <= EngineQuery.maximumDistinctiveTitles
  }

  /// Does the same for a set whose matches have all words in full.
  mutating func collectDistinctive(
    _ whole: TokenQuery, _ set: MatchSet, typed words: Set<String>
  ) throws(ShortlistError) {
    var statement = Statement()
    let most = EngineQuery.maximumDistinctiveTitles
    let sql =
      "SELECT \(set.level(&statement)), \(ServerMatch.columns), "
      + "\(exclusion.negated.sql(&statement)), \(set.condition.sql(&statement)), title "
      + "FROM shortlist.item WHERE "
      + Condition.all([base, .titles(whole)]).sql(&statement) + " LIMIT \(most + 1)"
    let rows = try connection.query(sql, statement.parameters)
    guard 1...most ~= rows.count else { return }
    var terms = words
    for row in 0..<rows.count { terms.formUnion(try IndexedItem.terms(ofTitle: rows.text(row, 7))) }
    let counts = try cache.counts(
      of: Set(terms.map { QueryTerm(text: $0, isPrefix: false) }), list, connection)
    let titles = Dictionary(uniqueKeysWithValues: counts.map { ($0.key.text, $0.value.titles) })
    for row in 0..<rows.count where rows.text(row, 5) == "t" && rows.text(row, 6) == "t" {
      guard var match = ServerMatch(rows, row, list),
        continued == nil || match.section == continued
      else { continue }
      match.match.distinctiveness = try EngineQuery.distinctiveness(
        ofTitle: rows.text(row, 7), typed: words, titles: titles)
      guard match.match.distinctiveness != EngineQuery.noDistinctiveness else { continue }
      sections[match.section, default: ServerMatches()].insert(match)
    }
  }
}
