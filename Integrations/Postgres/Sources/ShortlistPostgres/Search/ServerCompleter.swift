@_spi(SearchEngines) import Shortlist

/// Finds what completions are made of, inside a read transaction.
struct ServerCompleter: EngineCompletions {
  private let text: String
  private let limit: Int
  private let list: ServerList
  private let cache: ServerCache
  private let connection: PostgresConnection
  private let scope: [Int64]
  private let isLimited: Bool

  /// The number of items up to which all of them are sorted.
  private static let maximumSorted = 20_000

  init(
    _ text: String, limit: Int, in sections: [ItemSection.ID]?, _ list: ServerList,
    _ cache: ServerCache, _ connection: PostgresConnection
  ) {
    self.text = text
    self.limit = limit
    self.list = list
    self.cache = cache
    self.connection = connection
    scope = list.numbers(of: sections).known
    isLimited = sections != nil
  }

  func completions() throws(ShortlistError) -> [Completion] {
    scope.isEmpty ? [] : try completions(for: text, limit: limit)
  }

  func titles(
    _ tokens: TokenQuery, count: Int
  ) throws(ShortlistError) -> [(title: String, weight: Double)] {
    let rows = try best(.titles(tokens), count, columns: "title, weight")
    return rows.order.map { (rows.result.text($0, 5), rows.result.double($0, 6)) }
  }

  func items(
    _ tokens: TokenQuery, inTitles: Bool, count: Int
  ) throws(ShortlistError) -> [Item] {
    let rows = try best(
      inTitles ? .titles(tokens) : .texts(tokens), count,
      columns: "title, subtitle, keywords, body")
    return rows.order.map { row in
      Item(
        id: Item.ID(rows.result.text(row, 2)), section: "", title: rows.result.text(row, 5),
        subtitle: rows.result.text(row, 6),
        keywords: PostgresValue.texts(ofArray: rows.result.bytes(row, 7)),
        body: rows.result.text(row, 8))
    }
  }

  func frequentTerms(
    from prefix: String, count: Int
  ) throws(ShortlistError) -> [TermStatistics] {
    let rows = try connection.query(
      """
      SELECT term, items, titles FROM shortlist.term
      WHERE term > $1::text AND term < $2::text AND items > 0
      ORDER BY items DESC, term LIMIT $3::bigint
      """,
      [PostgresValue(prefix), PostgresValue(prefix + "\u{10FFFF}"), PostgresValue(count)])
    return (0..<rows.count).map {
      TermStatistics(
        term: rows.text($0, 0), items: Int(rows.integer($0, 1)), titles: Int(rows.integer($0, 2)))
    }
  }

  /// Returns the rows of the best items of all sections, and their order.
  private func best(
    _ condition: Condition, _ count: Int, columns: String
  ) throws(ShortlistError) -> (result: PostgresResult, order: [Int]) {
    let engine = try EngineQuery(SearchQuery(text))
    let counts = try cache.counts(of: engine.terms, list, connection)
    let likely = engine.likelyMatches(counts.mapValues(\.items), among: list.statistics.items)
    let isFrequent = likely > Double(Self.maximumSorted)
    var statement = Statement()
    let numbers = statement.add(PostgresValue(scope), "int[]")
    let most = statement.add(PostgresValue(count), "bigint")
    let columns = "0 AS level, \(ServerMatch.columns), \(columns)"
    let sql: String
    if isFrequent {
      sql =
        "SELECT m.* FROM unnest(\(numbers)) s(number), LATERAL (SELECT \(columns) "
        + "FROM shortlist.item WHERE section = s.number AND "
        + "\(condition.checkedByRow.sql(&statement)) ORDER BY rank, position LIMIT \(most)) m"
    } else {
      let scope = isLimited ? "section = ANY(\(numbers)) AND " : "\(numbers) IS NOT NULL AND "
      sql =
        "SELECT * FROM (SELECT \(columns), row_number() OVER (PARTITION BY section "
        + "ORDER BY rank, position) AS place FROM shortlist.item "
        + "WHERE \(scope)(\(condition.sql(&statement)))) m WHERE place <= \(most)"
    }
    let rows = try connection.query(sql, statement.parameters)
    let matches = (0..<rows.count).compactMap { row in
      ServerMatch(rows, row, list).map { (row, $0.match) }
    }
    let order = matches.sorted { EngineMatch.precedes($0.1, $1.1, in: .rank) }.prefix(count)
    return (rows, order.map(\.0))
  }
}
