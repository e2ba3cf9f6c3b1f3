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
  private let waitingName: String

  /// The longest time for which a waiting process sleeps between attempts, in microseconds.
  static let longestPause: UInt32 = 10_000

  init(besideDatabase path: String) throws(ShortlistError) {
    let name = path + "-lock"
    waitingName = path + "-wait"
    descriptor = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ShortlistError(
        .readOnly, "The index cannot be written: \(name): \(String(cString: strerror(errno))).")
    }
  }

  deinit { close(descriptor) }

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
        throw ShortlistError(.busy, "Another program is writing the index; try again.")
      }
      if waiting < 0 {
        waiting = open(waitingName, O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
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
