import CShortlist

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that this process may read, but must not change nor leave anything beside.
///
/// SQLite reads it in place if it needs no log, or if the log and its shared memory exist and can be
/// read. Otherwise no lock would stop the owner from changing pages while they are read. They are then
/// copied to a private file while nobody changes them, and copied again after somebody has.
final class BorrowedFile: Sendable {
  private struct Watched {
    var state: FileState
    var changes: Int64 = 0
  }

  let path: String
  /// Why the file must not be changed, to follow "because".
  let reason: String
  private let watched: Condition<Watched>

  /// The longest time to wait until nobody changes the file.
  private static let timeout = Duration.seconds(5)

  /// Borrows a file, for a reason from ``DatabaseFile/obstacle(to:)``. Throws if it may not be read.
  init(_ path: String, reason: String) throws(ShortlistError) {
    self.path = path
    self.reason = reason
    watched = Condition(Watched(state: FileState(path)))
    guard faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else {
      throw ShortlistError(
        .cannotOpen, "Cannot open the index \(path): \(String(cString: strerror(errno))).")
    }
  }

  /// Opens the file in place, without creating anything. If that is impossible, the first statement
  /// that reads the file fails; see ``ShortlistError/needsCopy``.
  func open() throws(ShortlistError) -> Connection { try open("readonly_shm=1") }

  private func open(_ parameters: String) throws(ShortlistError) -> Connection {
    let code = shortlist_register_borrowing_vfs()
    guard code == SQLITE_OK else {
      throw ShortlistError(sqliteCode: code, detail: "opening \(path)")
    }
    return try Connection(
      path: path, isReadOnly: true, vfs: SHORTLIST_BORROWING_VFS, parameters: parameters)
  }

  /// Returns the result of `inPlace`, or of `onCopy` if the former returned `nil`. Tries twice,
  /// because the owner may just have opened or closed the file.
  func read<Result>(
    inPlace: () throws(ShortlistError) -> Result?, onCopy: () throws(ShortlistError) -> Result?
  ) throws(ShortlistError) -> Result {
    for _ in 0..<2 {
      if let result = try inPlace() { return result }
      if let result = try onCopy() { return result }
      usleep(50_000)
    }
    throw ShortlistError(
      .cannotOpen,
      """
      The index at \(path) has changes in its log that cannot be read here. Its owner can run \
      `shortlist optimize`, which empties the log, or make a copy with `shortlist backup --for-reading`.
      """)
  }

  /// Runs `work` on a connection to the file while nobody changes it, as often as that takes.
  ///
  /// - Returns: the result with the state of the file; `nil` if there are changes in a log.
  func whileUnchanged<Result>(
    _ work: (Connection) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> (Result, FileState)? {
    let deadline = ContinuousClock.now + Self.timeout
    while .now < deadline {
      let state = FileState(path)
      guard !state.hasPendingChanges else { return nil }
      guard state.isSettled else {
        usleep(WriteGate.longestPause)
        continue
      }
      let result = Swift.Result { () throws(ShortlistError) in
        try work(open("immutable=1"))
      }
      // Whatever was read, or failed, while somebody wrote does not count.
      if FileState(path) == state { return (try result.get(), state) }
    }
    throw .writtenByOther
  }

  /// Counts the changes of the file that were noticed; see ``ChangeWatch``.
  func countChanges() -> Int64 {
    let state = FileState(path)
    return watched.withLock { watched in
      // Another change within the same tick of the clock would not show.
      if state != watched.state || !watched.state.isSettled { watched.changes += 1 }
      watched.state = state
      return watched.changes
    }
  }
}

extension ShortlistError {
  /// Whether SQLite cannot read a borrowed file in place.
  var needsCopy: Bool {
    guard let code = sqliteCode.map({ $0 & 0xff }) else { return false }
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY
  }
}

extension DatabaseFile {
  /// Returns why this process must not write the file, to follow "because"; `nil` if it may.
  ///
  /// SQLite leaves a log and shared memory beside a file, even after reading it. They belong to this
  /// user and have the file's permissions, so they could lock out the file's owner. Only when root
  /// leaves them does SQLite give them to the owner.
  static func obstacle(to path: String) -> String? {
    var (file, folder) = (stat(), stat())
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) + "/"
    guard lstat(path, &file) == 0, stat(parent, &folder) == 0 else { return nil }
    guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else {
      return errno == EROFS
        ? "its file system is mounted read-only" : "this user may only read it"
    }
    // Root may write it nevertheless, but what it left would not be writable for the owner.
    guard file.st_mode & S_IWUSR != 0 else { return "its owner may only read it" }
    guard faccessat(AT_FDCWD, parent, W_OK | X_OK, AT_EACCESS) == 0 else {
      return "this user may not create files in its folder"
    }
    let user = geteuid()
    guard user != 0, user != file.st_uid else { return nil }
    // There, nobody may delete the file of another, and Linux may not let anybody write it either.
    guard folder.st_mode & S_ISVTX == 0 else {
      return "it belongs to another user, in a folder where users may delete only their own files"
    }
    guard isShared(file, in: folder) else {
      return "it belongs to another user, who could not use the log that this one would create"
    }
    return nil
  }

  /// Whether the owner of the file may write what others create beside it with the file's permissions.
  private static func isShared(_ file: stat, in folder: stat) -> Bool {
    let (group, others) = (S_IRGRP | S_IWGRP, S_IROTH | S_IWOTH)
    guard file.st_mode & group == group else { return false }
    if file.st_mode & others == others { return true }
    #if canImport(Darwin)
      return folder.st_gid == file.st_gid
    #else
      return (folder.st_mode & S_ISGID != 0 ? folder.st_gid : getegid()) == file.st_gid
    #endif
  }
}

/// The state of a file with its log and its journal, as the file system shows it.
struct FileState: Equatable {
  private struct Stamp: Equatable {
    let identity: DatabaseFile.Identity
    let size: Int64
    /// When the content, and when anything about the file was changed, in nanoseconds since 1970.
    let modified, changed: Int64

    init?(_ path: String) {
      var information = stat()
      guard lstat(path, &information) == 0 else { return nil }
      identity = DatabaseFile.Identity(information)
      size = Int64(information.st_size)
      #if canImport(Darwin)
        modified = Self.nanoseconds(information.st_mtimespec)
        changed = Self.nanoseconds(information.st_ctimespec)
      #else
        modified = Self.nanoseconds(information.st_mtim)
        changed = Self.nanoseconds(information.st_ctim)
      #endif
    }

    static func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Whether the next change will have another time than the last one. File systems take the time
    /// from a clock with ticks of up to 10 ms, or store it in steps of up to 2 s.
    func isSettled(at now: Int64) -> Bool {
      let tick: Int64 = modified % 1_000_000_000 == 0 ? 2_100_000_000 : 40_000_000
      return !(0...tick).contains(now &- max(modified, changed))
    }
  }

  private let file, log, journal: Stamp?
  /// Whether any later change will make another state.
  let isSettled: Bool

  init(_ path: String) {
    // The time before the look, so that nothing can happen between the two.
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    file = Stamp(path)
    log = Stamp(path + "-wal")
    journal = Stamp(path + "-journal")
    let time = Stamp.nanoseconds(now)
    isSettled = [file, log, journal].allSatisfy { $0?.isSettled(at: time) ?? true }
  }

  static func == (one: FileState, other: FileState) -> Bool {
    one.file == other.file && one.log == other.log && one.journal == other.journal
  }

  /// The file itself, whatever its content; `nil` if it does not exist.
  var identity: DatabaseFile.Identity? { file?.identity }

  /// Whether changes stand in a log or a journal.
  var hasPendingChanges: Bool { log?.size ?? 0 > 0 || journal?.size ?? 0 > 0 }
}
