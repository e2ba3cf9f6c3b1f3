@_spi(SearchEngines) import Shortlist

extension PostgresSearch {
  /// Finds the items that match together with the title of their section.
  mutating func collectTitled(without literal: Condition) throws(ShortlistError) {
    let sections = scope.compactMap { list.order[$0] }.map { list.sections[$0] }
    let titled = try engine.titled(sections.map(\.section))
    guard !titled.isEmpty else { return }
    let numbers = Dictionary(uniqueKeysWithValues: sections.map { ($0.section.id, $0.number) })
    for (ids, rest) in titled {
      let own = Condition.sections(ids.compactMap { numbers[$0] })
      try gather(
        MatchSet(
          condition: .all([own, .texts(rest.condition(for: .text)), literal.negated]),
          levels: [
            (.prefixInSection, .titles(rest.condition(for: .title))),
            (.wordsInSection, .titles(rest.condition(for: .prefix))),
            (.textInSection, .titles(rest.condition(for: .words))),
          ], lastLevel: .restInSection))
    }
  }

  /// Orders the items of tier 4 by relevance, where any of them may be shown.
  mutating func scoreTexts() throws(ShortlistError) {
    guard engine.ranksTexts else { return }
    let found = sections.filter { $0.value.byID.values.contains { $0.level == .text } }
    var wanted = found.map(\.key)
    if !takesAll {
      if query.layout == .flat {
        let better = sections.values.reduce(0) { $0 + $1.count(before: .text) }
        guard better < query.limit else { return }
      } else {
        wanted = wanted.filter { found[$0]?.count(before: .text) ?? 0 < query.limit }
      }
    }
    guard !wanted.isEmpty else { return }
    let counts = try cache.counts(of: engine.terms, list, connection)
    let ranker = TextRanker(engine, counts.mapValues(\.items), list.statistics)
    var statement = Statement()
    let words = engine.condition(for: .words)
    let condition = Condition.all([
      base, .sections(wanted.sorted()), .texts(engine.condition(for: .text)),
      Condition.titles(words).negated, exclusion.negated,
    ]).sql(&statement)
    let sql =
      "SELECT \(MatchLevel.text.rawValue), \(ServerMatch.columns), title, subtitle, keywords, body "
      + "FROM shortlist.item WHERE \(condition) ORDER BY rank, position "
      + "LIMIT \(Self.maximumRankedTexts)"
    let rows = try connection.query(sql, statement.parameters)
    for row in 0..<rows.count {
      guard var match = ServerMatch(rows, row, list) else { continue }
      let item = Item(
        id: Item.ID(match.id), section: "", title: rows.text(row, 5), subtitle: rows.text(row, 6),
        keywords: PostgresValue.texts(ofArray: rows.bytes(row, 7)), body: rows.text(row, 8))
      match.match.relevance = try ranker.relevance(of: item)
      // Others may be ahead of those that were taken by rank alone.
      sections[match.section, default: ServerMatches()].insert(match)
      sections[match.section]?.setRelevance(match.match.relevance, of: match.id)
    }
  }
}
