import CLibPQ
import Foundation

/// Stops the statement that a connection is running, from any thread.
///
/// `@unchecked Sendable`: libpq reads the handle, and may do so from several threads. The lock guards
/// the flag.
final class Canceller: @unchecked Sendable {
  private let handle: OpaquePointer?
  private let lock = NSLock()
  private var wasAsked = false

  /// Prepares to cancel the statements of a connection.
  init(_ connection: OpaquePointer) { handle = PQgetCancel(connection) }

  deinit { PQfreeCancel(handle) }

  /// Whether somebody has cancelled the work at hand.
  var isCancelled: Bool { lock.withLock { wasAsked } }

  /// Begins with new work.
  func reset() { lock.withLock { wasAsked = false } }

  /// Cancels the work at hand, and asks the server to stop.
  func cancel() {
    lock.withLock { wasAsked = true }
    stop()
  }

  /// Asks the server to stop the statement. Another thread does it, because a server that hangs does
  /// not even answer this.
  func stop() {
    DispatchQueue.global().async {
      var message = [CChar](repeating: 0, count: 256)
      PQcancel(self.handle, &message, Int32(message.count))
    }
  }
}
