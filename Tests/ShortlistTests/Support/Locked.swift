import Foundation

/// A value behind a lock that the thread sanitizer knows, which `Mutex` is not.
///
/// `@unchecked Sendable`: `value` is touched only while `lock` is held.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Does `work` with the value, alone.
  func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return work(&value)
  }
}
