#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One writer among all processes: a lock on a file beside the database, which is never deleted.
///
/// It is held from before a write transaction until after the checkpoint that may follow. So no
/// process commits while another runs a checkpoint, which can corrupt the file in SQLite before
/// 3.51.3.
///
/// A waiting process holds a shared lock on a second file, so that a long operation can yield.
final class WriteGate {
  private let descriptor: Int32
  private let database: String
  private let waitingName: String
  private let protection: RepositoryOptions.FileProtection?

  /// The longest time for which a waiting process sleeps between attempts, in microseconds.
  static let longestPause: UInt32 = 10_000

  init(
    besideDatabase path: String, protection: RepositoryOptions.FileProtection? = nil
  ) throws(ShortlistError) {
    let name = path + "-lock"
    database = path
    waitingName = path + "-wait"
    self.protection = protection
    descriptor = Self.openFile(name, O_RDWR, besideDatabase: path, protection: protection)
    guard descriptor >= 0 else {
      throw ShortlistError(
        .readOnly, "The index cannot be written: \(name): \(String(cString: strerror(errno))).")
    }
  }

  deinit { close(descriptor) }

  /// Opens a file of the gate, creating it for those who may write the database and nobody else.
  ///
  /// - Returns: a descriptor, or -1 after an error.
  private static func openFile(
    _ name: String, _ access: Int32, besideDatabase path: String,
    protection: RepositoryOptions.FileProtection?
  ) -> Int32 {
    let flags = access | O_NOFOLLOW | O_CLOEXEC
    // Linux may refuse to create what exists already, if it belongs to another user.
    let existing = open(name, flags)
    guard existing < 0, errno == ENOENT else { return existing }
    let made = open(name, flags | O_CREAT | O_EXCL, 0o600)
    guard made >= 0 else { return errno == EEXIST ? open(name, flags) : made }
    protection?.apply(to: made)
    var information = stat()
    guard stat(path, &information) == 0 else { return made }
    // Like SQLite with its log; but a gate that others can open, they can also keep shut.
    if geteuid() == 0 { _ = fchown(made, information.st_uid, .max) }
    _ = fchown(made, .max, information.st_gid)
    let writers = information.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)
    fchmod(made, writers | writers << 1)
    return made
  }

  /// Waits for the gate, at most for `timeout`.
  func enter(timeout: Duration) throws(ShortlistError) {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    var pause: UInt32 = 200
    var waiting: Int32 = -1
    defer { if waiting >= 0 { close(waiting) } }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw ShortlistError(
          .storage, "The index cannot be locked: \(String(cString: strerror(errno))).")
      }
      guard clock.now < deadline else {
        throw .writtenByOther
      }
      if waiting < 0 {
        waiting = Self.openFile(
          waitingName, O_RDONLY, besideDatabase: database, protection: protection)
        flock(waiting, LOCK_SH | LOCK_NB)
      }
      usleep(pause)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// Whether another process, or another repository in this one, is waiting to enter.
  var othersWait: Bool {
    let waiting = open(waitingName, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard waiting >= 0 else { return false }
    defer { close(waiting) }
    return flock(waiting, LOCK_EX | LOCK_NB) != 0
  }

  func leave() { flock(descriptor, LOCK_UN) }
}
