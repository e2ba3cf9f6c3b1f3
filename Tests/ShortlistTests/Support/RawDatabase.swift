import CShortlist

/// A database opened as by another program, without our settings but with our tokenizers.
final class RawDatabase {
  private let handle: OpaquePointer

  init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open(path, &opened)
    guard code == SQLITE_OK, let opened, shortlist_register(opened) == SQLITE_OK else {
      sqlite3_close_v2(opened)
      throw Failure(message: "Cannot open \(path): \(code)")
    }
    handle = opened
  }

  deinit { sqlite3_close_v2(handle) }

  struct Failure: Error {
    let message: String
  }

  /// Runs any SQL.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Runs SQL on `section` and `item` with their guards disabled.
  func runUnguarded(_ sql: String) throws {
    try run(
      "CREATE TEMP TABLE guards AS SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    let guards = try rows("SELECT name FROM guards")
    let definitions = try rows("SELECT sql FROM guards")
    for name in guards { try run("DROP TRIGGER \(name)") }
    try run(sql)
    for definition in definitions { try run(definition) }
  }

  /// Replaces the contents by those of another file, as `.restore` does.
  func restore(from path: String) throws {
    let source = try RawDatabase(path)
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    sqlite3_backup_step(backup, -1)
    guard sqlite3_backup_finish(backup) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Returns the first column of each row, as text.
  func rows(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
    }
    return rows
  }
}
