import Foundation
@_spi(SearchEngines) import Shortlist

/// One search on a server, inside a read transaction.
///
/// The numbers of items with each word are known before anything is searched. Where few items can
/// match, an inverted index finds all of them, and PostgreSQL sorts them by section and rank. Where
/// many match, the items of each section are read in the order of their rank, until there are
/// enough.
struct PostgresSearch {
  let query: SearchQuery
  let engine: EngineQuery
  let connection: PostgresConnection
  let list: ServerList
  let cache: ServerCache
  /// The sections to search.
  let scope: [Int64]
  let unknownSections: [ItemSection.ID]
  /// Scope and filter, without the words.
  let base: Condition
  /// The words that items must not have.
  let exclusion: Condition
  var sections: [Int64: ServerMatches] = [:]
  /// The sets that were tried, for facets; no item is in two of them.
  var sets: [Condition] = []
  /// The number of matches in the whole scope, or at least the limit.
  var count = 0
  /// Whether counting a flat result stopped early.
  var isFlatBounded = false
  var wasInterrupted = false

  /// The number of items that are read in order in the time that one takes to be gathered and sorted.
  static let costOfGathering = 8
  /// The most texts that are ranked by relevance.
  static let maximumRankedTexts = 4_096
  /// Whether to read in order, for tests; `nil` for whatever is likely to be quicker.
  let walks: Bool?
  /// The most terms of a word in a condition for substrings.
  static let maximumTerms = 4_096

  init(
    _ query: SearchQuery, _ connection: PostgresConnection, _ cache: ServerCache,
    walks: Bool? = nil
  ) throws(ShortlistError) {
    guard query.match == .all else {
      throw ShortlistError(
        .unsupported, "A list on PostgreSQL answers no questions: all words have to match.")
    }
    guard query.sort == nil else {
      throw ShortlistError(.unsupported, "A list on PostgreSQL cannot be sorted by an attribute.")
    }
    self.query = query
    self.walks = walks
    self.connection = connection
    self.cache = cache
    engine = try EngineQuery(query)
    list = try cache.list(connection)
    (scope, unknownSections) = list.numbers(of: query.sections)
    var parts = query.sections == nil ? [] : [Condition.sections(scope)]
    if let filter = query.filter { parts.append(try .meets(filter)) }
    base = .all(parts)
    exclusion = engine.exclusion.map { .texts($0) } ?? .never
  }

  /// Whether every match is needed, because the best are not the first.
  var takesAll: Bool { query.order == .list || query.after != nil }

  /// The section whose hits continue after the cursor.
  var continued: Int64? {
    guard query.layout == .grouped, let after = query.after else { return nil }
    return list.sections.first { $0.section.id == after.section }?.number ?? -1
  }

  /// The count at which a section, or a flat result, may stop counting.
  var bound: Int {
    switch query.totals {
    case .exact: .max
    case .bounded(let bound): max(bound, query.limit == .max ? .max : query.limit + 1)
    }
  }

  /// Tries the tiers in order.
  mutating func run() throws(ShortlistError) {
    guard !scope.isEmpty else { return }
    guard !engine.isEmpty else {
      guard engine.listsItems else { return }
      return try gather(MatchSet(condition: .always, levels: [], lastLevel: .words))
    }
    let literal = literalMatches
    if try isFrequent {
      try walk(literal)
    } else {
      try gather(literal)
    }
    try collectDistinctive()
    try collectTitled(without: literal.condition)
    try scoreTexts()
    try collectSubstrings()
    try collectCorrections()
  }

  /// Tiers 1 to 4.
  private var literalMatches: MatchSet {
    MatchSet(
      condition: .texts(engine.condition(for: .text)),
      levels: [
        (.title, .titles(engine.condition(for: .title))),
        (.prefix, .titles(engine.condition(for: .prefix))),
        (.words, .titles(engine.condition(for: .words))),
      ], lastLevel: .text)
  }

  /// Whether reading the items of each section in order finds enough of them sooner than gathering all.
  private var isFrequent: Bool {
    get throws(ShortlistError) {
      guard !takesAll, query.facets.isEmpty, bound < .max else { return false }
      if let walks { return walks }
      let all = scope.reduce(0) { $0 + list.sections[list.order[$1] ?? 0].items }
      let counts = try cache.counts(of: engine.terms, list, connection)
      let matches = engine.likelyMatches(counts.mapValues(\.items), among: list.statistics.items)
      guard matches > 0 else { return false }
      let read = Double(bound) * Double(scope.count) * Double(list.statistics.items) / matches
      return Double(Self.costOfGathering) * matches > min(Double(all), read)
    }
  }

  // MARK: Gathering

  /// Gathers all items of a set, counts them, and takes the best of each section.
  mutating func gather(_ set: MatchSet) throws(ShortlistError) {
    sets.append(set.condition)
    let all = Condition.all([base, set.condition, exclusion.negated])
    if let continued {
      // The worse tiers depend on the matches of all sections.
      count += try countMatches(all, upTo: max(query.limit - count, 0))
      return try take(set, .all([all, .sections([continued])]), limit: nil)
    }
    let before = counted
    try take(set, all, limit: takesAll ? nil : query.limit)
    count += counted - before
  }

  /// The number of items counted in sections.
  private var counted: Int { sections.values.reduce(0) { $0 + $1.count } }

  /// Returns the number of items that meet a condition, up to a bound.
  func countMatches(
    _ condition: Condition, upTo bound: Int
  ) throws(ShortlistError) -> Int {
    guard bound > 0 else { return 0 }
    var statement = Statement()
    let sql =
      "SELECT count(*) FROM (SELECT 1 FROM shortlist.item WHERE \(condition.sql(&statement)) "
      + "LIMIT \(statement.add(PostgresValue(bound), "bigint"))) m"
    return Int(try connection.query(sql, statement.parameters).integer(0, 0))
  }

  /// Takes the best items that meet a condition from each section, and counts all of them if
  /// `counts`.
  mutating func take(
    _ set: MatchSet, _ condition: Condition, limit: Int?, counts: Bool = true
  ) throws(ShortlistError) {
    var statement = Statement()
    let level = set.level(&statement)
    let matches =
      "SELECT \(level) AS level, \(ServerMatch.columns) FROM shortlist.item "
      + "WHERE \(condition.sql(&statement))"
    var sql = matches
    if let limit {
      sql =
        "SELECT level, \(ServerMatch.columns), count FROM (SELECT m.*, "
        + "count(*) OVER (PARTITION BY section) AS count, row_number() OVER "
        + "(PARTITION BY section ORDER BY level, rank, position) AS place FROM (\(matches)) m) m "
        + "WHERE place <= \(statement.add(PostgresValue(limit), "bigint"))"
    }
    let rows = try connection.query(sql, statement.parameters)
    var counted: Set<Int64> = []
    for row in 0..<rows.count {
      guard let match = ServerMatch(rows, row, list) else { continue }
      sections[match.section, default: ServerMatches()].insert(match)
      guard counts else { continue }
      if limit == nil {
        sections[match.section]?.count += 1
      } else if counted.insert(match.section).inserted {
        sections[match.section]?.count += Int(rows.integer(row, 5))
      }
    }
  }
}

extension EngineQuery {
  /// Returns the number of items that are likely to match all clauses if these are independent of each
  /// other, given the numbers of items with each term.
  func likelyMatches(_ counts: [QueryTerm: Int], among all: Int) -> Double {
    let numbers = clauseTerms.map { alternatives in
      alternatives.reduce(0.0) { sum, terms in
        sum + Double(terms.map { counts[$0] ?? 0 }.min() ?? 0)
      }
    }
    guard !numbers.isEmpty, all > 0 else { return 0 }
    return numbers.reduce(Double(all)) { $0 * min(1, $1 / Double(all)) }
  }
}
