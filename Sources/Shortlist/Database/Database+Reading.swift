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

extension Database {
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

  /// Runs `work` on one snapshot of the data, with a connection of its own: work that takes long leaves
  /// the readers to searches. The database must be a file that is not borrowed.
  func readApart<Result>(
    _ work: (ReadTransaction) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    var options = options
    options.cacheSize = min(options.cacheSize, Self.cacheApart)
    let reader = try Self.openReader(of: path, options: options)
    return try reader.transaction("DEFERRED") { () throws(ShortlistError) in
      try work(ReadTransaction(reader))
    }
  }

  /// The caches of a connection of its own, in bytes. It reads most pages once.
  private static let cacheApart = 2 << 20

  /// Runs `work` with the reader that the next read will take, so that it finds in its caches what the
  /// commit before this call has changed. Does nothing if that reader has read nothing since it was prepared
  /// last, or while any reader is in use: then there is no time to spare, and the next read might have to wait
  /// for this thread to get its turn. The next read reports any error.
  func prepareReader(_ work: (ReadTransaction) throws(ShortlistError) -> Void) {
    guard path != nil, borrowed == nil else { return }
    let idle = state.withLock { state -> Connection? in
      guard let next = state.idleReaders.last, !next.isPrepared, !state.isClosed,
        state.idleReaders.count == state.openReaders
      else { return nil }
      state.readersInPreparation += 1
      return state.idleReaders.removeLast()
    }
    guard let reader = idle else { return }
    reader.isPrepared = true
    try? reader.transaction("DEFERRED") { () throws(ShortlistError) in
      try work(ReadTransaction(reader))
    }
    giveBack(reader)
    state.withLock { $0.readersInPreparation -= 1 }
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
      guard state.openReaders < options.readers, state.readersInPreparation == 0 else { return nil }
      state.openReaders += 1
      return (nil, state.openReaders)
    }
    // Few readers have larger shares.
    let cacheSize = options.cacheSize / taken.openReaders
    do {
      if let reader = taken.idle {
        reader.isPrepared = false
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
    trimMemory()
  }

  /// Returns freed memory to the system. Some of it returns only on the threads that took it, so each of
  /// them calls this after ``releaseMemory()``.
  func trimMemory() { shortlist_trim_memory(Int64(options.cacheSize)) }

  /// Makes SQLite not count the memory that it uses. Returns whether it took effect.
  static func turnOffMemoryStatistics() -> Bool { shortlist_turn_off_memory_statistics() }

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
}
