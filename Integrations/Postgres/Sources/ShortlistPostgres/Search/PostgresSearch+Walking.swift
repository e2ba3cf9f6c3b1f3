@_spi(SearchEngines) import Shortlist

extension PostgresSearch {
  /// Reads the items of each section in the order of their rank until enough match, and takes the best.
  mutating func walk(_ set: MatchSet) throws(ShortlistError) {
    sets.append(set.condition)
    let isFlat = query.layout == .flat
    let read = isFlat ? max(4 * query.limit, 64) : max(bound, query.limit)
    let unsettled = try walk(set, atMost: read)
    let conditions = [base, exclusion.negated]
    // Whole titles are few, and may stand anywhere.
    let (titles, prefixes) = (set.levels[0].condition, set.levels[1].condition)
    try take(
      MatchSet(condition: titles, levels: [], lastLevel: .title), .all([titles] + conditions),
      limit: query.limit, counts: false)
    // In these sections, the items read have too few that begin with the text, though there may be
    // more of them.
    let lacking = unsettled.filter { sections[$0]?.count(before: .words) ?? 0 < query.limit }
    if !lacking.isEmpty {
      let own = [Condition.sections(lacking)] + conditions
      try take(
        MatchSet(condition: prefixes, levels: [set.levels[0]], lastLevel: .prefix),
        .all([prefixes] + own), limit: query.limit, counts: false)
      let still = lacking.filter { sections[$0]?.count(before: .text) ?? 0 < query.limit }
      if !still.isEmpty {
        let words = set.levels[2].condition
        try take(
          MatchSet(condition: words, levels: Array(set.levels.prefix(2)), lastLevel: .words),
          .all([words, .sections(still)] + conditions), limit: query.limit, counts: false)
      }
    }
    if isFlat {
      let all = Condition.all([set.condition.checkedByRow] + conditions)
      count = try countMatches(all, upTo: bound)
      isFlatBounded = count >= bound
    } else {
      count = sections.values.reduce(0) { $0 + $1.count }
    }
  }

  /// Reads matches in order of rank, at most so many of each section. Takes the best on each level, and
  /// returns the sections that have more.
  private mutating func walk(
    _ set: MatchSet, atMost most: Int
  ) throws(ShortlistError) -> [Int64] {
    var statement = Statement()
    let numbers = statement.add(PostgresValue(scope), "int[]")
    let level = set.level(&statement)
    let condition = Condition.all([base, set.condition.checkedByRow, exclusion.negated])
      .sql(&statement)
    let sql =
      "SELECT m.level, m.section, m.id, m.rank, m.position, m.count FROM unnest(\(numbers)) s(number), "
      + "LATERAL (SELECT w.*, count(*) OVER () AS count, row_number() OVER (PARTITION BY level "
      + "ORDER BY rank, position) AS place FROM (SELECT \(level) AS level, \(ServerMatch.columns) "
      + "FROM shortlist.item WHERE section = s.number AND \(condition) ORDER BY rank, position "
      + "LIMIT \(statement.add(PostgresValue(most), "bigint"))) w) m "
      + "WHERE place <= \(statement.add(PostgresValue(query.limit), "bigint"))"
    let rows = try connection.query(sql, statement.parameters)
    var unsettled: Set<Int64> = []
    for row in 0..<rows.count {
      guard let match = ServerMatch(rows, row, list) else { continue }
      let count = Int(rows.integer(row, 5))
      sections[match.section, default: ServerMatches()].insert(match)
      sections[match.section]?.count = count
      guard count >= most else { continue }
      sections[match.section]?.isBounded = true
      unsettled.insert(match.section)
    }
    return unsettled.sorted()
  }
}
