import CShortlist

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Connection {
  /// Copies the whole database to a temporary file that only this connection sees and that
  /// disappears with it. In a read transaction, the copy is of that snapshot.
  func privateCopy() throws(ShortlistError) -> Connection {
    do {
      let copy = try Connection(path: "", isReadOnly: false)
      try write(to: copy)
      return copy
    } catch {
      throw error.ofTemporaryCopy
    }
  }

  /// Overwrites the database of `target` with this one, page by page, in one step.
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

  /// Returns the faults that SQLite finds in the pages of a private copy, at most about `limit` of
  /// them.
  ///
  /// From 3.44 on, SQLite also makes FTS5 check its tables, and FTS5 trusts the numbers on its
  /// pages: wrong ones make it read out of bounds. So the copy drops its virtual tables for the
  /// check, and keeps only their shadow tables.
  func faults(limit: Int) throws(ShortlistError) -> [Substring] {
    let includesFTS5 = sqlite3_libversion_number() >= 3_044_000
    if includesFTS5 {
      try execute(
        """
        CREATE TEMP TABLE hidden AS
        SELECT * FROM main.sqlite_schema WHERE type = 'table' AND rootpage = 0
        """)
      try rewriteSchema("DELETE FROM main.sqlite_schema WHERE type = 'table' AND rootpage = 0")
    }
    let faults = Result { () throws(ShortlistError) in
      let rows = try statement("PRAGMA integrity_check(\(limit))")
      defer { rows.reset() }
      var faults: [Substring] = []
      while try rows.step() { faults += rows.text(0).split(separator: "\n").filter { $0 != "ok" } }
      return faults
    }
    if includesFTS5 {
      try rewriteSchema("INSERT INTO main.sqlite_schema SELECT * FROM temp.hidden")
      try execute("DROP TABLE temp.hidden")
    }
    return try faults.get()
  }

  /// Changes table definitions that no statement could change. Only for a private copy.
  func rewriteSchema(_ sql: String) throws(ShortlistError) {
    try check(shortlist_unlock_copy(handle))
    try execute("PRAGMA writable_schema = ON; \(sql); PRAGMA writable_schema = RESET")
  }
}

extension ShortlistError {
  /// The error, with the folder that had no room for the copy. Only for operations that read the
  /// file itself, where the full disk is never that of the file.
  var ofTemporaryCopy: ShortlistError {
    guard code == .full || code == .cannotOpen else { return self }
    return ShortlistError(
      code,
      "There is no room for a copy of the index in the folder for temporary files,"
        + " \(Self.temporaryFolder); the environment variable SQLITE_TMPDIR names another one.",
      sqliteCode: sqliteCode)
  }

  /// The folder that SQLite uses: the first writable one of these.
  private static var temporaryFolder: String {
    let named = [getenv("SQLITE_TMPDIR"), getenv("TMPDIR")].compactMap { value in
      value.map { String(cString: $0) }
    }
    let folders = named + ["/var/tmp", "/usr/tmp", "/tmp"]
    return folders.first { folder in
      var status = stat()
      return stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        && access(folder, W_OK | X_OK) == 0
    } ?? "."
  }
}
