#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Checks and resolves the paths of databases.
enum DatabaseFile {
  /// Returns the absolute path of the file, whose folder must exist.
  ///
  /// Resolves links in the folder, but refuses a link in place of the file. Creates a missing file,
  /// accessible only to its owner, unless `isReadOnly`.
  static func prepare(
    _ path: String, isReadOnly: Bool, protection: RepositoryOptions.FileProtection? = nil
  ) throws(ShortlistError) -> String {
    let full = try resolve(path)
    var information = stat()
    if lstat(full, &information) == 0 {
      guard information.st_mode & S_IFMT == S_IFREG else {
        throw ShortlistError(
          .cannotOpen,
          "\(path) is not a regular file. An index cannot be a folder or a symbolic link.")
      }
      // With several names, each would have a log of its own, unknown to the others.
      guard isReadOnly || information.st_nlink == 1 || obstacle(to: full) != nil else {
        throw ShortlistError(
          .cannotOpen, "\(path) has more than one hard link, and cannot be written safely."
        )
      }
      // SQLite treats a file of one byte as empty, and would overwrite it.
      guard information.st_size != 1 else {
        throw ShortlistError(
          .notAnIndex, "\(path) is a file of another program; Shortlist leaves it alone.")
      }
    } else if errno == ENOENT {
      try create(full, path: path, isReadOnly: isReadOnly, protection: protection)
    } else {
      throw ShortlistError(
        .cannotOpen, "Cannot open the index \(path): \(String(cString: strerror(errno))).")
    }
    return full
  }

  /// Returns the absolute path, with links in its folder resolved; the folder must exist.
  static func resolve(_ path: String) throws(ShortlistError) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ShortlistError(.cannotOpen, "An index needs the path of a file.")
    }
    let slash = path.lastIndex(of: "/")
    let name = String(path[(slash.map(path.index(after:)) ?? path.startIndex)...])
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let resolved = realpath(folder, nil) else {
      throw ShortlistError(.cannotOpen, "There is no folder \(folder) for the index \(path).")
    }
    defer { free(resolved) }
    let base = String(cString: resolved)
    return base == "/" ? "/\(name)" : "\(base)/\(name)"
  }

  private static func create(
    _ full: String, path: String, isReadOnly: Bool, protection: RepositoryOptions.FileProtection?
  ) throws(ShortlistError) {
    guard !isReadOnly else {
      throw ShortlistError(.cannotOpen, "There is no index at \(path).")
    }
    let descriptor = open(full, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 || errno == EEXIST else {
      throw ShortlistError(
        .cannotOpen, "Cannot create the index \(path): \(String(cString: strerror(errno))).")
    }
    guard descriptor >= 0 else { return }
    protection?.apply(to: descriptor)
    close(descriptor)
  }

  /// Distinguishes a file from any other that takes its place later.
  struct Identity: Hashable {
    private let device: dev_t
    private let number: ino_t

    init(_ information: stat) {
      device = information.st_dev
      number = information.st_ino
    }
  }

  /// Returns the identity of the file at a path; `nil` if no file is there.
  static func identity(_ path: String) -> Identity? {
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    return Identity(information)
  }

  /// Whether there is a regular file at a path.
  static func isRegular(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the size of a file in bytes; 0 if it does not exist.
  static func size(_ path: String) -> Int {
    var information = stat()
    return lstat(path, &information) == 0 ? Int(information.st_size) : 0
  }
}

/// The write-ahead logs that the databases of this process have open.
///
/// SQLite deletes a log when it closes a file that nobody else has open, and its locks only protect
/// against other processes. So a second copy of SQLite in this process may delete a log under us,
/// and whatever we commit after that is lost. To notice this, the inode of each log is recorded.
///
/// All connections of a process to one file share SQLite's memory of the log. Until the last of
/// them closes, a new connection would combine that memory with a new log.
enum OpenLogs {
  private struct Entry {
    let file: DatabaseFile.Identity
    let log: DatabaseFile.Identity
    /// A fork inherits its parent's entries.
    let process = getpid()
    var databases = 1
  }

  private static let entries = Condition<[Entry]>([])

  /// Adds a database, which has just read or written `file` and so has its log open.
  ///
  /// - Returns: the log that all databases of this process on that file must have open.
  static func join(
    _ file: DatabaseFile.Identity, log: DatabaseFile.Identity
  ) -> DatabaseFile.Identity {
    entries.withLock { entries in
      guard let index = index(of: file, in: entries) else {
        entries.append(Entry(file: file, log: log))
        return log
      }
      entries[index].databases += 1
      return entries[index].log
    }
  }

  /// Removes a database that is about to close the file.
  static func leave(_ file: DatabaseFile.Identity) {
    entries.withLock { entries in
      guard let index = index(of: file, in: entries) else { return }
      entries[index].databases -= 1
      if entries[index].databases == 0 { entries.remove(at: index) }
    }
  }

  private static func index(of file: DatabaseFile.Identity, in entries: [Entry]) -> Int? {
    let process = getpid()
    return entries.firstIndex { $0.file == file && $0.process == process }
  }
}
