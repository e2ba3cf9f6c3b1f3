import Synchronization

/// A value behind a lock, to share with closures.
final class Box<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ work: (inout Value) -> Result) -> Result {
    value.withLock { work(&$0) }
  }
}
