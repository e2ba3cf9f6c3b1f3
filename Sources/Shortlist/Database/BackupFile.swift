#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is created whole or not at all: written under another name, then renamed.
struct BackupFile {
  private let path: String
  private let temporary: String
  private let replaces: Bool

  /// The file to create at `path`, which must not be the database itself.
  init(
    _ path: String, of database: String?, replacing: Bool
  ) throws(ShortlistError) {
    self.path = try DatabaseFile.resolve(path)
    let random = UInt32.random(in: .min ... .max)
    temporary = self.path + ".new-\(String(random, radix: 36))"
    replaces = replacing
    try checkPlace(database: database)
  }

  private func checkPlace(database: String?) throws(ShortlistError) {
    var information = stat()
    guard lstat(path, &information) == 0 else { return }
    guard replaces else {
      throw ShortlistError(.fileExists, "A file already exists at \(path).")
    }
    var own = stat()
    let isOwn =
      database.map { lstat($0, &own) == 0 } == true
      && own.st_dev == information.st_dev && own.st_ino == information.st_ino
    guard information.st_mode & S_IFMT == S_IFREG, !isOwn else {
      throw ShortlistError(
        .fileExists,
        "\(path) cannot be replaced: it is not a regular file, or it is the index itself.")
    }
    // SQLite would take their content for changes to the new file.
    for suffix in ["-wal", "-journal"] where DatabaseFile.size(path + suffix) > 0 {
      throw ShortlistError(
        .fileExists,
        "\(path) cannot be replaced: \(path)\(suffix) shows that it is in use or was not closed.")
    }
  }

  /// Creates the file from an empty database that `fill` writes to; for its owner alone, or for all
  /// to read.
  func write(
    isPublic: Bool = false, _ fill: (Connection) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ShortlistError(
        .cannotOpen, "Cannot make the file \(path): \(String(cString: strerror(errno))).")
    }
    close(descriptor)
    var isDone = false
    defer { if !isDone { unlink(temporary) } }
    try fillDatabase(fill)
    if isPublic { guard chmod(temporary, 0o644) == 0 else { throw failure() } }
    try synchronize(temporary)
    try replaces ? renameOver() : linkIfFree()
    isDone = true
    try synchronize(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) + "/")
  }

  private func fillDatabase(
    _ fill: (Connection) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    let connection = try Connection(path: temporary, isReadOnly: false)
    // The file counts only once it is renamed, so no journal has to protect earlier content.
    try connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    try fill(connection)
    // Without a write-ahead log, the file is readable where nothing can be written.
    guard try connection.text("PRAGMA journal_mode = DELETE") == "delete" else {
      throw ShortlistError(.storage, "The copy at \(path) cannot be closed.")
    }
  }

  private func renameOver() throws(ShortlistError) {
    guard rename(temporary, path) == 0 else { throw failure() }
  }

  /// Unlike a rename, a link never replaces a file that someone else has created meanwhile.
  private func linkIfFree() throws(ShortlistError) {
    guard link(temporary, path) == 0 else {
      guard errno == EEXIST else { return try renameOver() }  // no hard links on this disk
      throw ShortlistError(.fileExists, "A file already exists at \(path).")
    }
    unlink(temporary)
  }

  /// Waits until a file, or the names in a folder, are on the disk.
  private func synchronize(_ name: String) throws(ShortlistError) {
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0 else { throw failure() }
    #if canImport(Darwin)
      // There, `fsync` does not wait for the disk. Some file systems know only that.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw failure() }
  }

  private func failure() -> ShortlistError {
    ShortlistError(.storage, "Cannot write the file \(path): \(String(cString: strerror(errno))).")
  }
}
