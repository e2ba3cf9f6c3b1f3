#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What is checked before work begins and before it is acknowledged.
extension Database {
  func checkOpen(_ state: State) throws(ShortlistError) {
    guard !state.isClosed else {
      throw ShortlistError(.closed, "The index is closed.")
    }
  }

  /// Throws when the file is no longer at its path: nobody would find what is written to it, and
  /// another file may have taken its place.
  func checkPlace() throws(ShortlistError) {
    guard let path, DatabaseFile.identity(path) != identity else { return }
    throw ShortlistError(
      .cannotOpen,
      "The index at \(path) was moved, deleted or replaced while it was open. Close it and open it again."
    )
  }

  /// Records the write-ahead log once a connection has it open. Until that connection closes, no
  /// other process deletes the log.
  func rememberLog() {
    guard let identity, let logPath, state.withLock({ $0.log == nil }),
      let log = DatabaseFile.identity(logPath)
    else { return }
    state.withLock { $0.log = OpenLogs.join(identity, log: log) }
  }

  /// Throws when the log that the connections have open was deleted. Called before opening a
  /// connection, which would create another log, and before acknowledging a change.
  func checkLog() throws(ShortlistError) {
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
  func leaveLog(_ state: inout State) -> Bool {
    guard let identity, let logPath, let log = state.log else { return false }
    state.log = nil
    OpenLogs.leave(identity)
    guard DatabaseFile.identity(logPath) != log else { return false }
    for connection in state.idleReaders { connection.leaveLog() }
    state.writer?.leaveLog()
    return true
  }

  /// Called before taking any lock: a thread that does not exist in the fork may have held it.
  func checkProcess() throws(ShortlistError) {
    guard process == getpid() else {
      throw ShortlistError(
        .closed,
        "The index was opened before the process forked: a fork must neither use it nor open it again."
      )
    }
  }
}
