/// The current state of a session, and its listeners. A slow listener may miss intermediate states,
/// but never the newest.
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
    // Outside the lock, because finishing a stream calls back.
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

  /// Returns a stream of the current state and each newer one.
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
