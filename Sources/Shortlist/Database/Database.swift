import CShortlist

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A read transaction: one snapshot of the data. Searches run here and nowhere else.
struct ReadTransaction {
  let connection: Connection
  fileprivate init(_ connection: Connection) { self.connection = connection }
}

/// A write transaction. It cannot search: SQLite 3.40 corrupts an FTS5 index that is searched by
/// prefix between writes of one transaction.
struct WriteTransaction {
  let connection: Connection
  fileprivate init(_ connection: Connection) { self.connection = connection }
}

/// A database file with one writer and a few readers; or a private database in memory, with one
/// connection for both.
///
/// `@unchecked Sendable`: `state` hands out the connections, each to one thread at a time.
final class Database: @unchecked Sendable {
  private struct State {
    var idleReaders: [Connection] = []
    var openReaders = 0
    /// The number of readers in use that are to free their memory when they are given back.
    var readersToRelease = 0
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
  private let identity: DatabaseFile.Identity?
  /// The path of the write-ahead log; `nil` in memory.
  private let logPath: String?
  private let options: RepositoryOptions
  /// The file, if this process must leave it alone.
  private let borrowed: BorrowedFile?
  /// Whether writes are refused.
  var isReadOnly: Bool { options.isReadOnly || options.isUntrusted || borrowed != nil }
  /// Why nobody may write here, however the file was opened; `nil` if somebody may.
  var obstacle: String? { borrowed?.reason }
  private let state = Condition(State())
  private let process = getpid()

  /// The writer's page cache, in bytes: merges read pages written earlier.
  private static let writerCache = 32 << 20
  /// The longest time that a writer waits for others.
  private static let timeout = Duration.seconds(5)
  /// The size of the log that triggers a checkpoint, in pages: 4 MiB.
  private static let checkpointPages: Int32 = 1_024
  /// The size of the log from which a checkpoint waits for readers, in pages: 16 MiB.
  private static let longLogPages: Int32 = 4_096

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

  // MARK: Reading

  /// Runs `work` on one snapshot of the data.
  func read<Result>(
    _ work: (ReadTransaction) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    guard path != nil else {
      return try withWriter { (connection) throws(ShortlistError) in
        // `transaction` would do this, but none begins here.
        try connection.refreshTables()
        return try work(ReadTransaction(connection))
      }
    }
    if let borrowed { return try read(borrowed, work) }
    let reader = try takeReader()
    defer { giveBack(reader) }
    return try reader.transaction("DEFERRED") { () throws(ShortlistError) in
      try work(ReadTransaction(reader))
    }
  }

  /// Runs `work` on a borrowed file in place, or on a private copy.
  private func read<Result>(
    _ borrowed: BorrowedFile, _ work: (ReadTransaction) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    try borrowed.read { () throws(ShortlistError) -> Result? in
      guard !isCopyCurrent else { return nil }
      var hasBegun = false
      do throws(ShortlistError) {
        let reader = try takeReader()
        defer { giveBack(reader) }
        return try reader.transaction("DEFERRED") { () throws(ShortlistError) in
          // From here on, the file is locked and its log is open.
          _ = try reader.number("PRAGMA user_version")
          hasBegun = true
          return try work(ReadTransaction(reader))
        }
      } catch {
        guard !hasBegun, error.needsCopy else { throw error }
        return nil
      }
    } onCopy: { () throws(ShortlistError) -> Result? in
      try beginWriting()
      defer { state.withLock { $0.isWriting = false } }
      guard let copy = try currentCopy(of: borrowed) else { return nil }
      return try copy.transaction("DEFERRED") { () throws(ShortlistError) in
        try work(ReadTransaction(copy))
      }
    }
  }

  /// Whether the private copy of the borrowed file is what is at its path. If another file has taken
  /// that place, the copy stays as it is, as an open file does.
  private var isCopyCurrent: Bool {
    guard let path, let copied = state.withLock({ $0.copied }) else { return false }
    let now = FileState(path)
    return now == copied || now.identity != identity
  }

  /// Returns a private copy of the borrowed file, and makes one if necessary; `nil` if the file has
  /// a log, and may be readable in place. The caller has the turn to write.
  private func currentCopy(of borrowed: BorrowedFile) throws(ShortlistError) -> Connection? {
    if isCopyCurrent { return state.withLock { $0.writer } }
    state.withLock { state in
      state.writer = nil
      state.copied = nil
    }
    let made = try borrowed.whileUnchanged { (source) throws(ShortlistError) in
      try source.transaction("DEFERRED") { () throws(ShortlistError) in
        try Self.requireIndex(on: source, path: borrowed.path)
        return try source.privateCopy()
      }
    }
    guard let (copy, copied) = made else { return nil }
    try Self.prepare(copy, cacheSize: options.cacheSize)
    state.withLock { state in
      state.writer = copy
      state.copied = copied
    }
    return copy
  }

  private func takeReader() throws(ShortlistError) -> Connection {
    try checkProcess()
    typealias Taken = (idle: Connection?, openReaders: Int)
    let taken: Taken = try state.wait { (state) throws(ShortlistError) -> Taken? in
      try checkOpen(state)
      if let reader = state.idleReaders.popLast() { return (reader, state.openReaders) }
      guard state.openReaders < options.readers else { return nil }
      state.openReaders += 1
      return (nil, state.openReaders)
    }
    // Few readers have larger shares.
    let cacheSize = options.cacheSize / taken.openReaders
    do {
      if let reader = taken.idle {
        let sizes = CacheSizes(total: cacheSize)
        if sizes != reader.cacheSizes { try Self.setCacheSizes(sizes, of: reader) }
        return reader
      }
      try checkPlace()
      try checkLog()
      var options = options
      options.cacheSize = cacheSize
      guard let borrowed else { return try Self.openReader(of: path, options: options) }
      let reader = try borrowed.open()
      try Self.prepare(reader, cacheSize: cacheSize)
      return reader
    } catch {
      state.withLock { $0.openReaders -= 1 }
      throw error
    }
  }

  private func giveBack(_ reader: Connection) {
    let mustRelease = state.withLock { state in
      guard state.readersToRelease > 0 else {
        state.idleReaders.append(reader)
        return false
      }
      state.readersToRelease -= 1
      return true
    }
    if mustRelease { release([reader]) }
  }

  // MARK: Memory

  /// Frees the memory of all connections, and closes all readers but one. Those in use follow when
  /// their search ends.
  func releaseMemory() {
    guard process == getpid() else { return }
    let (idle, writer) = state.withLock { state in
      state.readersToRelease = state.openReaders - state.idleReaders.count
      let idle = state.idleReaders
      state.idleReaders = []
      let writer = state.isWriting ? nil : state.writer
      if writer != nil { state.isWriting = true }
      return (idle, writer)
    }
    release(idle)
    if let writer {
      writer.releaseMemory()
      state.withLock { $0.isWriting = false }
    }
    shortlist_trim_memory()
  }

  /// Frees the memory of readers, and closes them if another remains: one keeps the file, and its
  /// log, open.
  private func release(_ readers: [Connection]) {
    for reader in readers {
      reader.releaseMemory()
      state.withLock { state in
        if state.openReaders > 1 {
          state.openReaders -= 1
        } else {
          state.idleReaders.append(reader)
        }
      }
    }
  }

  // MARK: Writing

  /// Runs `work` in a transaction, as the only writer among all processes, and rolls back on an
  /// error. Without `claims`, it may write after any other SQLite; see ``IndexTargets``.
  func write<Result>(
    claims: Bool = true, _ work: (WriteTransaction) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    try requireWritable()
    return try withWriter { (connection) throws(ShortlistError) in
      try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in
        if claims { try Meta.claimWriting(on: connection) }
        return try work(WriteTransaction(connection))
      }
    }
  }

  private func requireWritable() throws(ShortlistError) {
    guard isReadOnly else { return }
    guard let borrowed else {
      throw ShortlistError(.readOnly, "The index was opened for reading only.")
    }
    throw ShortlistError(
      .readOnly, "The index at \(borrowed.path) cannot be changed because \(borrowed.reason).")
  }

  /// Replaces this database with another in one transaction, as the only writer among all
  /// processes, and tells the listeners.
  func replace(
    with make: (Connection) throws(ShortlistError) -> Connection
  ) throws(ShortlistError) {
    try requireWritable()
    let change = try withWriter { (connection) throws(ShortlistError) in
      let made = try make(connection)
      // If the old count was unreadable, continue from the last number that listeners heard.
      let change = max(
        try Meta.number("changes", on: made) ?? 0, Meta.carriedOver(changes.next))
      try Meta.set("changes", change, on: made)
      // These have numbers of their own.
      try made.execute("DELETE FROM item_change")
      try made.write(to: connection)
      if path != nil { connection.checkpoint() }
      return change
    }
    changes.announce(change)
  }

  /// Creates a private database from the content that `fill` writes.
  static func temporary(
    stemming: RepositoryOptions.Stemming,
    fill: (WriteTransaction) throws(ShortlistError) -> Void
  ) throws(ShortlistError) -> Connection {
    let connection = try Connection(path: "", isReadOnly: false)
    try Migration.run(on: connection, path: "memory", stemming: stemming)
    try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in
      try fill(WriteTransaction(connection))
    }
    return connection
  }

  /// Lends the writing connection, with the gate held.
  private func withWriter<Result>(
    _ work: (Connection) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    try beginWriting()
    defer { state.withLock { $0.isWriting = false } }
    let gate = try writeGate()
    try gate?.enter(timeout: Self.timeout)
    defer { gate?.leave() }
    try checkPlace()
    try checkLog()
    let connection = try writer()
    let result = try work(connection)
    rememberLog()
    try checkLog()
    if path != nil, connection.logPages >= Self.checkpointPages {
      // With constant readers, the log would otherwise grow forever.
      let isLong = connection.logPages >= Self.longLogPages
      let keepsRoom = state.withLock { state in
        state.logHasRoom = state.loads > 0
        return state.logHasRoom
      }
      connection.checkpoint(waiting: isLong ? .milliseconds(250) : .zero, keepsRoom: keepsRoom)
    }
    return result
  }

  /// Begins a load: many large changes. Between them, the log keeps its room on the disk, which is
  /// expensive to give back and to get again.
  func beginLoad() { state.withLock { $0.loads += 1 } }

  /// Ends a load, and gives back the room of the log.
  func endLoad() {
    let hasRoom = state.withLock { state in
      state.loads -= 1
      guard state.loads == 0, state.logHasRoom, !state.isClosed else { return false }
      state.logHasRoom = false
      return true
    }
    guard hasRoom else { return }
    // What was committed stays, so nothing is lost if this fails.
    try? withWriter { (connection) throws(ShortlistError) in connection.checkpoint() }
  }

  /// Waits until no other thread writes.
  private func beginWriting() throws(ShortlistError) {
    try checkProcess()
    state.withLock { $0.waitingWriters += 1 }
    defer { state.withLock { $0.waitingWriters -= 1 } }
    try state.wait { (state) throws(ShortlistError) -> Void? in
      try checkOpen(state)
      guard !state.isWriting else { return nil }
      state.isWriting = true
      return ()
    }
  }

  /// Whether anyone is waiting to write, here or in another process.
  var othersWait: Bool {
    let (here, gate) = state.withLock { ($0.waitingWriters > 0, $0.gate) }
    return here || gate?.othersWait == true
  }

  /// Lets waiting writers go first; returns whether there were any. Long operations call it between
  /// their transactions.
  @discardableResult
  func yieldToOtherWriters() -> Bool {
    guard othersWait else { return false }
    usleep(WriteGate.longestPause)
    return true
  }

  /// The gate; `nil` in memory.
  private func writeGate() throws(ShortlistError) -> WriteGate? {
    guard let path else { return nil }
    if let gate = state.withLock({ $0.gate }) { return gate }
    let gate = try WriteGate(besideDatabase: path, protection: options.fileProtection)
    state.withLock { $0.gate = gate }
    return gate
  }

  /// Returns the writing connection. The gate is held while it opens, as several processes may be
  /// about to create the file.
  private func writer() throws(ShortlistError) -> Connection {
    if let writer = state.withLock({ $0.writer }) { return writer }
    guard let path else {
      preconditionFailure("A database in memory has its writer from the start")
    }
    let writer = try Connection(
      path: path, isReadOnly: false, vfs: options.vfs, protection: options.fileProtection)
    writer.deleteLogAtEnd()
    // Write nothing, not even the journal mode, until the file is known to be ours.
    _ = try Migration.schemaVersion(of: writer, path: path)
    // Lets a new file return unused pages. It has no effect on a file that already has tables.
    try writer.execute("PRAGMA auto_vacuum = INCREMENTAL")
    guard try Self.keepLog(writer) == "wal" else {
      throw ShortlistError(
        .storage, "The index at \(path) cannot keep a write-ahead log here.")
    }
    try writer.execute(
      """
      PRAGMA synchronous = \(options.synchronous.rawValue);
      PRAGMA cache_size = -\(Self.writerCache / 1_024);
      """)
    writer.watchLog()
    state.withLock { $0.writer = writer }
    return writer
  }

  /// Gives a file a write-ahead log if it has none yet. SQLite itself does not wait for readers,
  /// such as another process that is about to open the file.
  ///
  /// - Returns: the journal mode.
  private static func keepLog(_ writer: Connection) throws(ShortlistError) -> String {
    let deadline = ContinuousClock.now + timeout
    while true {
      do {
        return try writer.text("PRAGMA journal_mode = WAL")
      } catch {
        guard error.code == .busy, .now < deadline else { throw error }
        usleep(WriteGate.longestPause)
      }
    }
  }

  // MARK: Closing

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

  private func checkOpen(_ state: State) throws(ShortlistError) {
    guard !state.isClosed else {
      throw ShortlistError(.closed, "The index is closed.")
    }
  }

  /// Throws when the file is no longer at its path: nobody would find what is written to it, and
  /// another file may have taken its place.
  private func checkPlace() throws(ShortlistError) {
    guard let path, DatabaseFile.identity(path) != identity else { return }
    throw ShortlistError(
      .cannotOpen,
      "The index at \(path) was moved, deleted or replaced while it was open. Close it and open it again."
    )
  }

  // MARK: The log

  /// Records the write-ahead log once a connection has it open. Until that connection closes, no
  /// other process deletes the log.
  private func rememberLog() {
    guard let identity, let logPath, state.withLock({ $0.log == nil }),
      let log = DatabaseFile.identity(logPath)
    else { return }
    state.withLock { $0.log = OpenLogs.join(identity, log: log) }
  }

  /// Throws when the log that the connections have open was deleted. Called before opening a
  /// connection, which would create another log, and before acknowledging a change.
  private func checkLog() throws(ShortlistError) {
    guard let path, let logPath, let log = state.withLock({ $0.log }),
      DatabaseFile.identity(logPath) != log
    else { return }
    throw ShortlistError(
      .logLost,
      """
      The log of the index at \(path) was deleted while it was open, probably by a second copy of SQLite \
      in this process. Close the index everywhere in the process and open it again; the last change may \
      be missing.
      """)
  }

  /// Releases the log before the connections close. If it was deleted, they leave alone the log
  /// that someone else may have created in its place.
  ///
  /// - Returns: whether it was deleted.
  private func leaveLog(_ state: inout State) -> Bool {
    guard let identity, let logPath, let log = state.log else { return false }
    state.log = nil
    OpenLogs.leave(identity)
    guard DatabaseFile.identity(logPath) != log else { return false }
    for connection in state.idleReaders { connection.leaveLog() }
    state.writer?.leaveLog()
    return true
  }

  /// Called before taking any lock: a thread that does not exist in the fork may have held it.
  private func checkProcess() throws(ShortlistError) {
    guard process == getpid() else {
      throw ShortlistError(
        .closed,
        "The index was opened before the process forked: a fork must neither use it nor open it again."
      )
    }
  }
}

extension Database {
  /// The version of SQLite in use, as a number: 3040001 is 3.40.1.
  static var sqliteVersionNumber: Int64 { Int64(sqlite3_libversion_number()) }

  /// The version of SQLite in use.
  static var sqliteVersion: String { String(cString: sqlite3_libversion()) }
}
