import CShortlist

/// The docids that match an expression, in their order, with skips.
final class MatchStream {
  private let statement: Statement
  /// How many rows may be stepped over before starting anew is cheaper.
  private let patience: Int
  private let upperBound: Int64
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

  /// - Parameter slot: tells apart the streams of one table that are open at the same time.
  init(
    _ expression: String, fields: [UInt8]?, in table: String, slot: Int,
    isCheapToRestart: Bool, upperBound: Int64, on connection: Connection
  ) throws(ShortlistError) {
    let filter = fields == nil ? "" : " AND shortlist_fields(\(table), ?4)"
    statement = try connection.statement(
      "SELECT rowid FROM \(table) WHERE \(table) MATCH ?1 AND rowid BETWEEN ?2 AND ?3\(filter) "
        + "ORDER BY rowid", slot: slot)
    try statement.bind(expression, at: 1)
    statement.bind(upperBound, at: 3)
    if let fields { try statement.bind(blob: fields, at: 4) }
    patience = isCheapToRestart ? 128 : .max
    self.upperBound = upperBound
  }

  deinit { statement.reset() }

  /// Goes on to the first docid that is not below `docid`.
  func seek(to docid: Int64) throws(ShortlistError) {
    if hasStarted {
      var steps = 0
      while head < docid {
        guard steps < patience else {
          try start(at: docid)
          return
        }
        try advance()
        steps += 1
      }
    } else {
      try start(at: docid)
    }
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
    switch sqlite3_step(statement.handle) {
    case SQLITE_ROW:
      head = sqlite3_column_int64(statement.handle, 0)
      rowsRead += 1
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
