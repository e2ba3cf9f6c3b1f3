import CShortlist

/// The docids that match an expression, in their order, with skips.
final class MatchStream {
  private let statement: Statement
  /// How many rows are stepped over before the stream starts anew: fewer when that came to nothing
  /// the last time, more when it was enough; `nil` when starting anew costs too much.
  private var patience: Int?
  private let upperBound: Int64
  private let ranker: Ranker?
  /// Items that the index no longer knows rightly.
  private let outdated: Set<Int64>
  /// What the current row scores by its words; -1 when that is too little to matter; `nil` when rows
  /// are not ranked, or this one is beyond those that are.
  private(set) var relevance: Double?
  private var hasStarted = false
  /// The current docid; ``end`` when there are no more.
  private(set) var head = end
  /// How many rows were read.
  private(set) var rowsRead = 0
  /// How many times it started anew behind rows that were not needed.
  private(set) var restarts = 0
  /// Whether the time ran out before the end.
  private(set) var wasInterrupted = false

  /// Greater than any docid.
  static let end = Int64.max

  /// Opens a stream before its first docid. `slot` tells apart the streams of one table that are
  /// open at the same time.
  init(
    _ expression: String, fields: [UInt8]?, in table: String, slot: Int,
    isCheapToRestart: Bool, upperBound: Int64, ranker: Ranker? = nil, on connection: Connection
  ) throws(ShortlistError) {
    self.ranker = ranker
    outdated = connection.outdated?.docids ?? []
    let filter = fields == nil ? "" : " AND shortlist_fields(\(table), ?4)"
    let rank = ranker == nil ? "" : ", shortlist_rank(\(table), ?5)"
    statement = try connection.statement(
      "SELECT rowid\(rank) FROM \(table) WHERE \(table) MATCH ?1 AND rowid BETWEEN ?2 AND ?3\(filter) "
        + "ORDER BY rowid", slot: slot)
    try statement.bind(expression, at: 1)
    statement.bind(upperBound, at: 3)
    if let fields { try statement.bind(blob: fields, at: 4) }
    if let ranker { statement.bind(ranker, at: 5) }
    patience = isCheapToRestart ? 64 : nil
    self.upperBound = upperBound
  }

  deinit {
    statement.reset()
    if ranker != nil { statement.unbindRanker(at: 5) }
  }

  /// The clauses that the current row has, as bits.
  var matched: UInt64 { ranker?.matched ?? 0 }

  /// The clauses that its title or its keywords have.
  var matchedInTitles: UInt64 { ranker?.matchedInTitles ?? 0 }

  /// From now on, rows of a section that cannot reach `threshold` need no exact score.
  func prune(_ section: Int64, below threshold: Double) {
    ranker?.prune(section, below: threshold)
  }

  /// Goes on to the first docid that is not below `docid`.
  func seek(to docid: Int64) throws(ShortlistError) {
    guard hasStarted else { return try start(at: docid) }
    var steps = 0
    while head < docid {
      if let patience, steps >= patience {
        self.patience = max(patience / 2, 4)
        return try start(at: docid)
      }
      try advance()
      steps += 1
    }
    if let patience, steps > 0 { self.patience = min(patience * 2, 128) }
  }

  /// Goes back to where it stood at first.
  func rewind() {
    statement.reset()
    hasStarted = false
    head = Self.end
  }

  private func start(at docid: Int64) throws(ShortlistError) {
    statement.reset()
    if hasStarted { restarts += 1 }
    hasStarted = true
    head = Self.end
    guard docid <= upperBound else { return }
    statement.bind(docid, at: 2)
    try advance()
  }

  /// Goes on to the next docid.
  func advance() throws(ShortlistError) {
    repeat { try step() } while outdated.contains(head)
  }

  private func step() throws(ShortlistError) {
    switch sqlite3_step(statement.handle) {
    case SQLITE_ROW:
      head = sqlite3_column_int64(statement.handle, 0)
      rowsRead += 1
      if ranker != nil {
        let isScored = sqlite3_column_type(statement.handle, 1) != SQLITE_NULL
        relevance = isScored ? sqlite3_column_double(statement.handle, 1) : nil
      }
    case SQLITE_DONE:
      head = Self.end
    case let code where code & 0xff == SQLITE_INTERRUPT:
      head = Self.end
      wasInterrupted = true
      statement.reset()
    case let code:
      head = Self.end
      throw statement.error(code)
    }
  }
}
