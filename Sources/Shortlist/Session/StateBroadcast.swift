/// The present state of a session, and those that wait for the next. Whoever is slow misses states
/// in between, never the newest.
final class StateBroadcast: Sendable {
  private struct Listeners {
    var state: SearchSessionState
    var next = 0
    var continuations: [Int: AsyncStream<SearchSessionState>.Continuation] = [:]
  }

  private let listeners: Condition<Listeners>

  init(_ state: SearchSessionState) {
    listeners = Condition(Listeners(state: state))
  }

  deinit {
    // Outside of the lock: ending a stream calls back.
    let continuations = listeners.withLock { $0.continuations }
    for continuation in continuations.values { continuation.finish() }
  }

  var state: SearchSessionState { listeners.withLock { $0.state } }

  func publish(_ state: SearchSessionState) {
    listeners.withLock { listeners in
      listeners.state = state
      for continuation in listeners.continuations.values { continuation.yield(state) }
    }
  }

  /// The present state, and each newer one.
  func states() -> AsyncStream<SearchSessionState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SearchSessionState.self, bufferingPolicy: .bufferingNewest(1))
    let number = listeners.withLock { listeners in
      let number = listeners.next
      listeners.next += 1
      listeners.continuations[number] = continuation
      continuation.yield(listeners.state)
      return number
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }
}
