import CShortlist

extension Connection {
  /// A copy of the whole database that only this connection sees, in a temporary file that is gone
  /// with it. Called in a read transaction, it is a copy of that moment.
  func privateCopy() throws(ShortlistError) -> Connection {
    let copy = try Connection(path: "", isReadOnly: false)
    try write(to: copy)
    return copy
  }

  /// Writes the whole database over that of `target`, page by page, in one step.
  func write(to target: Connection) throws(ShortlistError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      return try target.check(sqlite3_errcode(target.handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      let failure = code == SQLITE_DONE ? end : code
      throw ShortlistError(sqliteCode: failure, detail: String(cString: sqlite3_errstr(failure)))
    }
  }

  /// Changes definitions of tables, where no statement could. Only for a private copy.
  func rewriteSchema(_ sql: String) throws(ShortlistError) {
    try check(shortlist_unlock_copy(handle))
    try execute("PRAGMA writable_schema = ON; \(sql); PRAGMA writable_schema = RESET")
  }
}
