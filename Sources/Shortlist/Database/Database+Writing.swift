#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A write transaction. It cannot search: SQLite 3.40 corrupts an FTS5 index that is searched by
/// prefix between writes of one transaction.
struct WriteTransaction {
  let connection: Connection
  fileprivate init(_ connection: Connection) { self.connection = connection }
}

extension Database {
  /// The writer's page cache, in bytes: merges read pages written earlier.
  private static let writerCache = 32 << 20
  /// The same during a load: each batch visits all over the indexes, whose pages would otherwise be written
  /// to the log, and read from there, several times a batch.
  private static let loadCache = 48 << 20
  /// The longest time that a writer waits for others.
  private static let timeout = Duration.seconds(5)
  /// The size of the log that triggers a checkpoint, in pages: 4 MiB.
  private static let checkpointPages: Int32 = 1_024
  /// The size of the log from which a checkpoint waits for readers, in pages: 16 MiB.
  private static let longLogPages: Int32 = 4_096

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
  func withWriter<Result>(
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
    let loads = state.withLock { $0.loads > 0 }
    try connection.setPageCache(loads ? Self.loadCache : Self.writerCache)
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
  func beginWriting() throws(ShortlistError) {
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
    try writer.execute("PRAGMA synchronous = \(options.synchronous.rawValue)")
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
}
