/// The ways to open a file.
extension Database {
  /// Returns the file at `path` if this process must leave it alone. SQLite's file systems for tests
  /// have no such files.
  static func borrowed(
    _ path: String, options: RepositoryOptions
  ) throws(ShortlistError) -> BorrowedFile? {
    guard options.vfs == nil, let reason = DatabaseFile.obstacle(to: path) else { return nil }
    return try BorrowedFile(path, reason: reason)
  }

  /// Throws unless the file has our tables as of the last migration.
  static func requireIndex(
    on connection: Connection, path: String
  ) throws(ShortlistError) {
    guard try Migration.schemaVersion(of: connection, path: path) == Migration.latest else {
      throw outdated(path)
    }
    try Schema.require(of: connection, path: path)
  }

  /// The error for a file that would have to be updated, where it is only read.
  static func outdated(_ path: String) -> ShortlistError {
    ShortlistError(
      .notAnIndex,
      """
      \(path) holds no index, or one that an older Shortlist made. Opening it for writing updates it, \
      for example with `shortlist optimize`.
      """)
  }

  /// Makes a private copy of a possibly malicious file, after checking everything that can be
  /// checked without reading one of its tables.
  static func copy(
    ofUntrusted path: String, options: RepositoryOptions
  ) throws(ShortlistError) -> Connection {
    func copy(_ reader: Connection) throws(ShortlistError) -> Connection {
      try reader.transaction("DEFERRED") { () throws(ShortlistError) in
        guard try Migration.schemaVersion(of: reader, path: path) == Migration.latest else {
          throw outdated(path)
        }
        guard try reader.text("PRAGMA encoding") == "UTF-8" else {
          throw ShortlistError(.notAnIndex, "\(path) is not encoded in UTF-8, as our files are.")
        }
        try Schema.require(of: reader, path: path, isAlone: true)
        return try reader.privateCopy()
      }
    }
    let file = try DatabaseFile.prepare(path, isReadOnly: true)
    guard let borrowed = try borrowed(file, options: options) else {
      return try copy(openReader(of: file, options: options))
    }
    return try borrowed.read { () throws(ShortlistError) -> Connection? in
      do throws(ShortlistError) {
        return try copy(borrowed.open())
      } catch {
        guard error.needsCopy else { throw error }
        return nil
      }
    } onCopy: { () throws(ShortlistError) -> Connection? in
      try borrowed.whileUnchanged(copy)?.0
    }
  }

  /// Opens a reader of a file that this process may use as SQLite usually does.
  static func openReader(
    of path: String?, options: RepositoryOptions
  ) throws(ShortlistError) -> Connection {
    let reader = try Connection(
      path: path, isReadOnly: options.isReadOnly, vfs: options.vfs,
      protection: options.fileProtection)
    reader.deleteLogAtEnd()
    try prepare(reader, cacheSize: options.cacheSize)
    return reader
  }

  /// Makes a connection a reader whose caches may take so many bytes together.
  static func prepare(_ reader: Connection, cacheSize: Int) throws(ShortlistError) {
    try reader.execute("PRAGMA query_only = ON")
    try setCacheSizes(CacheSizes(total: cacheSize), of: reader)
  }

  /// Makes the caches of a reader as large as they may be now.
  static func setCacheSizes(
    _ sizes: CacheSizes, of reader: Connection
  ) throws(ShortlistError) {
    reader.releaseMemory()
    reader.cacheSizes = sizes
    try reader.setPageCache(sizes.pages)
  }
}
