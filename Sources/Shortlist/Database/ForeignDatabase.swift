import CShortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A database file of another program: read through one connection that cannot write, and written
/// through another, in short transactions.
///
/// `@unchecked Sendable`: only the thread that has set `isBusy` uses the connections.
final class ForeignDatabase: @unchecked Sendable {
  let path: String
  private let isBusy = Condition(false)
  private var reader: Connection?
  private var writer: Connection?
  /// The file that the connections have open.
  private var identity: DatabaseFile.Identity?
  /// The number of files opened at the path so far.
  private var files: Int64 = 0

  init(path: String) { self.path = path }

  /// Runs `work` in a read transaction.
  func read<Result>(_ work: (Connection) throws -> Result) throws -> Result {
    try exclusively {
      do {
        return try run(work, "DEFERRED", on: openReader())
      } catch let error as ShortlistError
        where error.sqliteCode.map({ $0 & 0xff }) == SQLITE_READONLY
      {
        // A program that was killed has left a journal. Only a connection that may write rolls it
        // back.
        try run(
          { _ = try $0.number("SELECT count(*) FROM sqlite_schema") }, "DEFERRED", on: openWriter())
        return try run(work, "DEFERRED", on: openReader())
      }
    }
  }

  /// Runs `work` in a write transaction.
  func write<Result>(_ work: (Connection) throws -> Result) throws -> Result {
    try exclusively { try run(work, "IMMEDIATE", on: openWriter()) }
  }

  /// A number that changes whenever anyone changes the file or replaces it; `nil` if that cannot be
  /// told without waiting.
  var version: Int64? {
    try? exclusively {
      let version = try openReader().number("PRAGMA data_version") ?? 0
      return files << 32 | version & 0xFFFF_FFFF
    }
  }

  /// Closes the connections until the database is used again.
  func close() {
    exclusively {
      // The numbers of a new connection begin again, so its file counts as another one.
      (reader, writer, identity) = (nil, nil, nil)
    }
  }

  private func exclusively<Result>(_ work: () throws -> Result) rethrows -> Result {
    isBusy.wait { isBusy -> Void? in
      guard !isBusy else { return nil }
      isBusy = true
      return ()
    }
    defer { isBusy.withLock { $0 = false } }
    return try work()
  }

  private func run<Result>(
    _ work: (Connection) throws -> Result, _ kind: String, on connection: Connection
  ) throws -> Result {
    var outcome: Swift.Result<Result, any Error>?
    do throws(ShortlistError) {
      try connection.transaction(kind) { () throws(ShortlistError) in
        outcome = Swift.Result { try work(connection) }
        // Rolls back.
        if case .failure? = outcome { throw ShortlistError(.cancelled, "") }
      }
    } catch {
      if case .failure(let failure)? = outcome { throw translate(failure, connection) }
      throw translate(error, connection)
    }
    guard let outcome else { preconditionFailure("A transaction runs its work.") }
    return try outcome.get()
  }

  // MARK: Opening

  private func openReader() throws -> Connection {
    try checkFile()
    if let reader { return reader }
    let connection = try open(isReadOnly: true)
    reader = connection
    return connection
  }

  private func openWriter() throws -> Connection {
    try checkFile()
    if let writer { return writer }
    let connection = try open(isReadOnly: false)
    writer = connection
    return connection
  }

  /// Closes the connections if another file has taken the place of the one they have open.
  private func checkFile() throws(ShortlistError) {
    guard let file = realpath(path, nil) else {
      throw ShortlistError(.cannotOpen, "There is no database at \(path).")
    }
    defer { free(file) }
    let current = DatabaseFile.identity(String(cString: file))
    guard DatabaseFile.isRegular(String(cString: file)) else {
      throw ShortlistError(.cannotOpen, "\(path) is not a file.")
    }
    guard current != identity else { return }
    // The log now at the path is that of the new file.
    reader?.leaveLog()
    writer?.leaveLog()
    (reader, writer, identity) = (nil, nil, current)
    files += 1
  }

  private func open(isReadOnly: Bool) throws -> Connection {
    do throws(ShortlistError) {
      let connection = try Connection(
        path: path, isReadOnly: isReadOnly, parameters: isReadOnly ? nil : "mode=rw")
      try connection.check(shortlist_allow_other_schemas(connection.handle))
      try connection.execute(
        "PRAGMA wal_autocheckpoint = 1000" + (isReadOnly ? "; PRAGMA query_only = ON" : ""))
      return connection
    } catch {
      throw error.ofForeignDatabase(path, detail: nil)
    }
  }

  private func translate(_ error: any Error, _ connection: Connection) -> any Error {
    guard let error = error as? ShortlistError, error.sqliteCode != nil else { return error }
    return error.ofForeignDatabase(path, detail: error.sqliteDetail)
  }
}

extension ShortlistError {
  /// What SQLite said, in a message that ``init(sqliteCode:detail:)`` made.
  fileprivate var sqliteDetail: String? {
    guard let mark = message.firstRange(of: "(SQLite: "), message.last == ")" else { return nil }
    return String(message[mark.upperBound...].dropLast())
  }

  /// Returns an error of SQLite, translated for an index, in words for another database.
  fileprivate func ofForeignDatabase(_ path: String, detail: String?) -> ShortlistError {
    guard let sqliteCode else { return self }
    let reason = detail.map { ": \($0)" } ?? ""
    let (code, sentence): (Code, String) =
      switch sqliteCode & 0xff {
      case SQLITE_NOTADB: (.notADatabase, "\(path) is not a SQLite database.")
      case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "Another program has locked \(path); try again.")
      case SQLITE_CORRUPT: (.damaged, "The database \(path) is damaged\(reason).")
      case SQLITE_READONLY, SQLITE_PERM: (.readOnly, "\(path) may not be written.")
      case SQLITE_CANTOPEN: (.cannotOpen, "\(path) cannot be opened.")
      case SQLITE_FULL: (.full, "The disk is full; \(path) was not changed.")
      case SQLITE_NOMEM: (self.code, message)
      case SQLITE_ERROR where detail?.hasPrefix("no such table") == true:
        (.unknownTable, "\(path) does not fit the query\(reason).")
      case SQLITE_ERROR: (.invalidQuery, "The query does not work in \(path)\(reason).")
      default: (.storage, "Reading or writing \(path) failed\(reason).")
      }
    return ShortlistError(code, sentence, sqliteCode: sqliteCode)
  }
}

// MARK: - Rows

extension Connection {
  /// Returns the names of the columns of a statement.
  func columnNames(of sql: String) throws(ShortlistError) -> [String] {
    let statement = try Statement(sql, on: self)
    return (0..<sqlite3_column_count(statement.handle)).map {
      sqlite3_column_name(statement.handle, $0).map { String(cString: $0) } ?? ""
    }
  }

  /// Runs a statement and passes each row to `body`.
  func rows(
    _ sql: String, _ values: [SourceValue], _ body: ([SourceValue]) throws -> Void
  ) throws {
    // Unlike others, an `EXPLAIN` is not prepared again when the schema has changed.
    let statement =
      try sql.hasPrefix("EXPLAIN") ? Statement(sql, on: self) : self.statement(sql)
    defer { statement.reset() }
    for (index, value) in zip(Int32(1)..., values) { try statement.bind(value, at: index) }
    let columns = sqlite3_column_count(statement.handle)
    while try statement.step() { try body((0..<columns).map(statement.value)) }
  }
}

extension Statement {
  fileprivate func bind(_ value: SourceValue, at index: Int32) throws(ShortlistError) {
    switch value {
    case .null: unbind(at: index)
    case .integer(let value): bind(value, at: index)
    case .real(let value): bind(value, at: index)
    case .text(let value): try bind(value, at: index)
    case .blob(let value): try bind(value, at: index)
    }
  }

  /// Returns the value of a column. Texts are read as UTF-8, whatever the encoding of the database.
  fileprivate func value(_ column: Int32) -> SourceValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(int64(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT:
      .text(
        sqlite3_column_text(handle, column).map {
          String(
            decoding: UnsafeBufferPointer(
              start: $0, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
        } ?? "")
    case SQLITE_BLOB: .blob(data(column) ?? Data())
    default: .null
    }
  }
}
