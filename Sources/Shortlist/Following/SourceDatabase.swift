/// A SQLite database with a table to follow, opened by whatever library the app uses for it.
///
/// ``SQLiteFile`` opens a file with the SQLite that Shortlist uses. An app whose database is open
/// through another copy of SQLite, such as SQLCipher or the one GRDB may bring along, must not open
/// the file a second time: it implements this protocol with the connections it has. The package
/// `Integrations/GRDB` does that for GRDB.
public protocol SourceDatabase: Sendable {
  /// Runs `work` in a read transaction.
  ///
  /// - Throws: the error of `work` or of the database.
  func read<Result: Sendable>(_ work: (any SourceConnection) throws -> Result) throws -> Result

  /// Runs `work` in a write transaction, which is rolled back if `work` throws.
  ///
  /// - Throws: the error of `work` or of the database.
  func write<Result: Sendable>(_ work: (any SourceConnection) throws -> Result) throws -> Result

  /// A number that is different whenever the database may have changed, if looking is cheaper than a
  /// read transaction; by default `nil`.
  var version: Int64? { get }

  /// Returns a stream with an element when it begins and after each commit that may have changed a
  /// followed table, if the database can tell; by default `nil`.
  ///
  /// ``ItemRepository/follow(_:report:)`` then waits for the stream instead of looking for changes
  /// ten times a second. One element may stand for several commits.
  func commits() -> AsyncStream<Void>?
}

extension SourceDatabase {
  /// No number.
  public var version: Int64? { nil }

  /// No stream.
  public func commits() -> AsyncStream<Void>? { nil }
}

/// A connection to a ``SourceDatabase``, in a transaction.
public protocol SourceConnection {
  /// Runs a statement with values for `?`, and passes the values of each row to `row`.
  ///
  /// - Throws: the error of `row` or of the database.
  func run(
    _ sql: String, _ values: [SourceValue], row: ([SourceValue]) throws -> Void) throws

  /// Returns the names of the columns that a statement yields.
  ///
  /// - Throws: the error of the database.
  func columnNames(of sql: String) throws -> [String]
}

extension SourceConnection {
  /// Runs a statement and returns its rows.
  func rows(_ sql: String, _ values: [SourceValue] = []) throws -> [[SourceValue]] {
    var rows: [[SourceValue]] = []
    try run(sql, values) { rows.append($0) }
    return rows
  }

  /// Runs statements that yield no rows.
  func run(_ statements: [String]) throws {
    for sql in statements { try run(sql, []) { _ in } }
  }
}

/// A SQLite file, opened with the SQLite that Shortlist uses.
///
/// The tables are read through a connection that cannot write, with the safe settings for files of
/// others: no triggers run, and nothing of the file is executed but its views. Shortlist's own
/// tables and triggers are written through a second connection.
public struct SQLiteFile: SourceDatabase {
  private let database: ForeignDatabase

  /// Makes a database of the file at a path, which is opened when it is first used.
  public init(path: String) { database = ForeignDatabase(path: path) }

  /// The path of the file.
  public var path: String { database.path }

  /// Closes the file until it is used again. Waits for work under way.
  ///
  /// SQLite keeps a shared lock on a file with a write-ahead log for as long as the file is open.
  public func close() { database.close() }

  /// Runs `work` in a read transaction.
  ///
  /// - Throws: the error of `work`; ``ShortlistError/Code/cannotOpen``,
  ///   ``ShortlistError/Code/notADatabase``, ``ShortlistError/Code/busy``,
  ///   ``ShortlistError/Code/unknownTable``, ``ShortlistError/Code/invalidQuery`` or
  ///   ``ShortlistError/Code/storage``.
  public func read<Result: Sendable>(
    _ work: (any SourceConnection) throws -> Result
  ) throws -> Result {
    try database.read { try work(FileConnection(connection: $0)) }
  }

  /// Runs `work` in a write transaction.
  ///
  /// - Throws: as when reading; ``ShortlistError/Code/readOnly`` or ``ShortlistError/Code/full``.
  public func write<Result: Sendable>(
    _ work: (any SourceConnection) throws -> Result
  ) throws -> Result {
    try database.write { try work(FileConnection(connection: $0)) }
  }

  /// The number that SQLite changes with each commit of another connection (`PRAGMA data_version`).
  public var version: Int64? { database.version }

  private struct FileConnection: SourceConnection {
    let connection: Connection

    func run(
      _ sql: String, _ values: [SourceValue], row: ([SourceValue]) throws -> Void
    ) throws {
      try connection.rows(sql, values, row)
    }

    func columnNames(of sql: String) throws -> [String] { try connection.columnNames(of: sql) }
  }
}
