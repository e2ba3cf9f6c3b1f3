import CShortlist

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A database file with one writer and a few readers; or a private database in memory, with one
/// connection for both.
///
/// `@unchecked Sendable`: `state` hands out the connections, each to one thread at a time.
final class Database: @unchecked Sendable {
  struct State {
    var idleReaders: [Connection] = []
    var openReaders = 0
    /// The number of readers in use that are to free their memory when they are given back.
    var readersToRelease = 0
    /// The number of readers being prepared for the next search.
    var readersInPreparation = 0
    /// The connection that writes; in memory and on a private copy, the only one.
    var writer: Connection?
    /// The state of the borrowed file that ``writer`` is a copy of; `nil` without a copy.
    var copied: FileState?
    var gate: WriteGate?
    /// The write-ahead log that the connections have open; `nil` before there is one. See
    /// ``OpenLogs``.
    var log: DatabaseFile.Identity?
    var isWriting = false
    /// The number of threads waiting for their turn to write.
    var waitingWriters = 0
    /// The number of loads, and whether the log has kept its room for one.
    var loads = 0
    var logHasRoom = false
    var isClosed = false
  }

  /// The absolute path; `nil` in memory.
  let path: String?
  /// Announces committed changes.
  let changes: ChangeWatch
  /// The file that was opened.
  let identity: DatabaseFile.Identity?
  /// The path of the write-ahead log; `nil` in memory.
  let logPath: String?
  let options: RepositoryOptions
  /// The file, if this process must leave it alone.
  let borrowed: BorrowedFile?
  /// Whether writes are refused.
  var isReadOnly: Bool { options.isReadOnly || options.isUntrusted || borrowed != nil }
  /// Why nobody may write here, however the file was opened; `nil` if somebody may.
  var obstacle: String? { borrowed?.reason }
  let state = Condition(State())
  let process = getpid()

  /// Opens the file at `path`. Copies an untrusted file, and passes `inspect` a copy of the copy,
  /// which it may change. `finish` completes the upgrade of an older file.
  init(
    path: String, options: RepositoryOptions,
    inspect: (Connection) throws(ShortlistError) -> Void,
    finish: (Connection) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    self.options = options
    guard path != ":memory:", !options.isUntrusted else {
      self.path = nil
      identity = nil
      logPath = nil
      borrowed = nil
      changes = ChangeWatch(open: nil)
      let connection: Connection
      if options.isUntrusted {
        connection = try Self.copy(ofUntrusted: path, options: options)
        try inspect(connection.privateCopy())
        try connection.execute("PRAGMA query_only = ON")
      } else {
        connection = try Connection(path: nil, isReadOnly: false)
        try Migration.run(on: connection, path: path, stemming: options.stemming)
      }
      state.withLock { $0.writer = connection }
      return
    }
    let file = try DatabaseFile.prepare(
      path, isReadOnly: options.isReadOnly, protection: options.fileProtection)
    self.path = file
    identity = DatabaseFile.identity(file)
    logPath = file + "-wal"
    borrowed = try Self.borrowed(file, options: options)
    if let borrowed {
      changes = ChangeWatch { { borrowed.countChanges() } }
      try read { (transaction) throws(ShortlistError) in
        try Self.requireIndex(on: transaction.connection, path: path)
      }
      return
    }
    changes = ChangeWatch { () throws(ShortlistError) in
      let reader = try Self.openReader(of: file, options: options)
      return { () throws(ShortlistError) in try Meta.number("changes", on: reader) ?? 0 }
    }
    let reader = try Self.openReader(of: file, options: options)
    state.withLock { state in
      state.idleReaders.append(reader)
      state.openReaders = 1
    }
    if try Migration.schemaVersion(of: reader, path: path) < Migration.latest {
      guard !isReadOnly else { throw Self.outdated(path) }
      try withWriter { (connection) throws(ShortlistError) in
        try Migration.run(
          on: connection, path: path, stemming: options.stemming, finish: finish)
      }
    }
    try Schema.require(of: reader, path: path)
    changes.announce(try Meta.number("changes", on: reader) ?? 0)
    rememberLog()
    try checkLog()
  }

  /// Opens a private database, for the process alone and as long as it lives.
  init(private connection: Connection) {
    path = nil
    identity = nil
    logPath = nil
    borrowed = nil
    options = RepositoryOptions()
    changes = ChangeWatch(open: nil)
    state.withLock { $0.writer = connection }
  }

  /// Waits for operations under way, then closes the file. Does nothing on a second call, or in a
  /// fork.
  func close() {
    guard process == getpid() else { return }
    changes.close()
    let (writer, gate) = state.wait { state -> (Connection?, WriteGate?)? in
      state.isClosed = true
      guard !state.isWriting, state.idleReaders.count == state.openReaders else { return nil }
      defer {
        state.idleReaders = []
        state.openReaders = 0
        state.writer = nil
        state.gate = nil
      }
      let isLost = leaveLog(&state)
      return (isLost ? nil : state.writer, state.gate)
    }
    guard let writer, let gate, (try? gate.enter(timeout: .zero)) != nil else { return }
    writer.checkpoint()
    gate.leave()
  }

  deinit {
    guard process == getpid() else { return }
    _ = state.withLock { leaveLog(&$0) }
  }

  /// Listens for changes from now on; a fork hears none.
  func listen() -> ChangeListener {
    let listener = ChangeListener(to: changes)
    if process != getpid() { listener.end() }
    return listener
  }

}

extension Database {
  /// The version of SQLite in use, as a number: 3040001 is 3.40.1.
  static var sqliteVersionNumber: Int64 { Int64(sqlite3_libversion_number()) }

  /// The version of SQLite in use.
  static var sqliteVersion: String { String(cString: sqlite3_libversion()) }
}
