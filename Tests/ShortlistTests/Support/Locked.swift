import Foundation

/// A value behind a lock that ThreadSanitizer knows; it does not know `Mutex`.
///
/// `@unchecked Sendable`: `value` is only accessed while `lock` is held.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Runs `work` with exclusive access to the value.
  func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return work(&value)
  }
}
