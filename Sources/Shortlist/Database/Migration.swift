import CShortlist

/// The schema of the file, and the upgrade from any older one.
enum Migration {
  /// Distinguishes our files from all others: "Shrt".
  static let applicationID: Int64 = 0x5368_7274

  /// The number of the last migration.
  static var latest: Int64 { Int64(all.last?.number ?? 0) }

  private static var all: UnsafeBufferPointer<shortlist_migration> {
    var count: Int32 = 0
    let first = shortlist_migrations(&count)
    return UnsafeBufferPointer(start: first, count: Int(count))
  }

  /// Throws when the file is not ours, or newer than this version, without changing it.
  ///
  /// - Returns: the number of the file's last migration; 0 for an empty file.
  static func schemaVersion(
    of connection: Connection, path: String
  ) throws(ShortlistError) -> Int64 {
    // Read one snapshot: another process may be creating the file.
    guard !connection.isIdle else {
      return try connection.transaction("DEFERRED") { () throws(ShortlistError) in
        try schemaVersion(of: connection, path: path)
      }
    }
    let version = try connection.number("PRAGMA user_version") ?? 0
    let application = try connection.number("PRAGMA application_id") ?? 0
    let isEmpty = try connection.number("SELECT count(*) FROM sqlite_schema") == 0
    if isEmpty && version == 0 && application == 0 { return 0 }
    guard application == applicationID else {
      throw ShortlistError(
        .notAnIndex, "\(path) is a database of another program; Shortlist leaves it alone.")
    }
    guard version <= latest else {
      throw ShortlistError(
        .newerVersion,
        "\(path) was made by a newer Shortlist (schema \(version), this one knows \(latest)).")
    }
    return version
  }

  /// Brings the schema up to date, unless another process has already done so. A new file gets the
  /// stems that `stemming` asks for. `finish` completes the upgrade of an older file, in its last
  /// transaction.
  static func run(
    on connection: Connection, path: String, stemming: RepositoryOptions.Stemming,
    finish: (Connection) throws(ShortlistError) -> Void = { _ in }
  ) throws(ShortlistError) {
    while try schemaVersion(of: connection, path: path) < latest {
      try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in
        let version = try schemaVersion(of: connection, path: path)
        if version == 0 {
          try create(stemming: stemming, on: connection)
        } else if version < latest {
          let end = version < 3 ? 7 : latest
          try upgrade(from: version, to: end, on: connection)
          if end == latest { try finish(connection) }
        }
      }
    }
  }

  /// Creates the tables of an empty file.
  private static func create(
    stemming: RepositoryOptions.Stemming, on connection: Connection
  ) throws(ShortlistError) {
    for sql in Schema.statements(stemming) { try connection.execute(sql) }
    try connection.execute(
      "PRAGMA user_version = \(latest); PRAGMA application_id = \(applicationID)")
    try Meta.create(stemming: stemming, on: connection)
  }

  /// Runs the migrations after `version` up to `end`, in one transaction. The next transaction
  /// continues from there, even in another process.
  ///
  /// A migration that drops an FTS5 table must not share a transaction with the one that creates
  /// it: SQLite 3.44.2 writes to the dropped table once more, and fails. Migration 8 drops what 3
  /// creates.
  private static func upgrade(
    from version: Int64, to end: Int64, on connection: Connection
  ) throws(ShortlistError) {
    // An index being built has the old schema.
    try IndexTable.dropNext(on: connection)
    try IndexTable.dropPrevious(on: connection)
    for migration in all where (version + 1...end).contains(Int64(migration.number)) {
      let sql = String(cString: migration.sql)
      try connection.execute(Meta.hasStems(on: connection) ? stemmed(sql) : sql)
    }
    try connection.execute("PRAGMA user_version = \(end)")
  }

  /// Returns the definition of the table of texts, with a tokenizer that adds stems.
  static func stemmed(_ sql: String) -> String {
    sql.replacing("tokenize='shortlist'", with: "tokenize='shortlist stem'")
  }
}
