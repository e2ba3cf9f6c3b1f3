@_spi(SearchEngines) import Shortlist

/// A match on the server before its item is read.
struct ServerMatch {
  let section: Int64
  let id: String
  var match: EngineMatch

  var level: MatchLevel { match.level }

  /// The columns of ``init(_:_:_:)``, in order; a level comes before them.
  static let columns = "section, id, rank, position"

  /// Reads a row whose first column is the level.
  init?(_ rows: PostgresResult, _ row: Int, _ list: ServerList) {
    section = rows.integer(row, 1)
    guard let place = list.order[section],
      let level = MatchLevel(rawValue: Int(rows.integer(row, 0)))
    else { return nil }
    id = rows.text(row, 2)
    match = EngineMatch(
      section: Int64(place), position: rows.integer(row, 4), rankClass: Int(rows.integer(row, 3)),
      level: level)
  }
}

/// Items that match in the same way, on one or several levels.
struct MatchSet {
  /// The items.
  let condition: Condition
  /// The levels, best first, with the conditions for them.
  let levels: [(level: MatchLevel, condition: Condition)]
  /// The level of the others.
  let lastLevel: MatchLevel

  /// The number of an item's level, as SQL.
  func level(_ statement: inout Statement) -> String {
    guard !levels.isEmpty else { return "\(lastLevel.rawValue)" }
    var cases = "CASE"
    for (level, condition) in levels {
      cases += " WHEN \(condition.sql(&statement)) THEN \(level.rawValue)"
    }
    return cases + " ELSE \(lastLevel.rawValue) END"
  }
}

/// The matches found in one section so far.
struct ServerMatches {
  /// By id, so that none is there twice.
  private(set) var byID: [String: ServerMatch] = [:]
  /// The number of items counted.
  var count = 0
  /// Whether counting stopped early.
  var isBounded = false

  var total: Total { isBounded ? .atLeast(count) : .exactly(count) }

  /// Adds a match, unless the item is there on a better level.
  mutating func insert(_ match: ServerMatch) {
    if let known = byID[match.id], known.level <= match.level {
      if match.match.distinctiveness < known.match.distinctiveness { byID[match.id] = match }
      return
    }
    byID[match.id] = match
  }

  /// Puts the relevance of a match.
  mutating func setRelevance(_ relevance: Double, of id: String) {
    byID[id]?.match.relevance = relevance
  }

  /// The number of matches on levels better than `level`.
  func count(before level: MatchLevel) -> Int { byID.values.count { $0.level < level } }
}
