#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The write-ahead logs that the databases of this process have open.
///
/// SQLite deletes a log when it closes a file that nobody else has open, and its locks tell that only to
/// other processes. So a second copy of SQLite in this process may delete a log under us; whatever we
/// commit after that is in no file that anybody can open. A log is therefore remembered by its inode.
///
/// All connections of a process to one file share what SQLite keeps in memory of the log. Until the last
/// of them is closed, a new one would use that together with a new log.
enum OpenLogs {
  private struct Key: Hashable {
    let file: DatabaseFile.Identity
    /// A fork inherits what its parent has open.
    let process: pid_t
  }

  private struct Entry {
    let log: DatabaseFile.Identity
    var databases = 0
  }

  private static let entries = Condition<[Key: Entry]>([:])

  /// Adds a database, which has just read `file` or written it, and so has its log open.
  ///
  /// - Returns: the log that all databases of this process on that file must have open.
  static func join(
    _ file: DatabaseFile.Identity, log: DatabaseFile.Identity
  ) -> DatabaseFile.Identity {
    entries.withLock { entries in
      let key = Key(file: file, process: getpid())
      entries[key, default: Entry(log: log)].databases += 1
      return entries[key]?.log ?? log
    }
  }

  /// Takes a database away, which is about to close the file.
  static func leave(_ file: DatabaseFile.Identity) {
    entries.withLock { entries in
      let key = Key(file: file, process: getpid())
      entries[key]?.databases -= 1
      if entries[key]?.databases == 0 { entries[key] = nil }
    }
  }
}
