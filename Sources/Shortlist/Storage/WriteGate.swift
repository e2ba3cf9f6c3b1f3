#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One writer among all processes: a lock on a file beside the database, which is never deleted.
///
/// It is held from before a write transaction until after the checkpoint that may follow, so that
/// no process commits while another checkpoints, which SQLite before 3.51.3 does not always survive.
final class WriteGate {
  private let descriptor: Int32

  init(besideDatabase path: String) throws(ShortlistError) {
    let name = path + "-lock"
    descriptor = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ShortlistError(
        .readOnly, "The index cannot be written: \(name): \(String(cString: strerror(errno))).")
    }
  }

  deinit { close(descriptor) }

  /// Waits for the gate, at most until `timeout` is over.
  func enter(timeout: Duration) throws(ShortlistError) {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    var pause: UInt32 = 200
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw ShortlistError(
          .storage, "The index cannot be locked: \(String(cString: strerror(errno))).")
      }
      guard clock.now < deadline else {
        throw ShortlistError(.busy, "Another program is writing the index; try again.")
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }

  func leave() { flock(descriptor, LOCK_UN) }
}
