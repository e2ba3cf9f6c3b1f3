/// Hears of changes. Those that come while nobody waits are heard as one.
final class ChangeListener: Sendable {
  private struct State {
    var hasNews = false
    var isOver = false
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state = Condition(State())
  private let watch: ChangeWatch

  /// Listens from now on, until it is dropped.
  init(to watch: ChangeWatch) {
    self.watch = watch
    watch.add(self)
  }

  deinit { watch.remove(ObjectIdentifier(self)) }

  /// Waits for a change since the last one that was heard; `false` when there will be none: the
  /// repository was closed, or the task cancelled. One task at a time may wait.
  func next() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.isOver { return false }
          if state.hasNews {
            state.hasNews = false
            return true
          }
          state.waiting = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      end()
    }
  }

  /// Something has changed.
  func hear() {
    let waiting = state.withLock { state in
      state.hasNews = state.waiting == nil
      return state.waiting.take()
    }
    waiting?.resume(returning: true)
  }

  /// There is no more to hear.
  func end() {
    let waiting = state.withLock { state in
      state.isOver = true
      return state.waiting.take()
    }
    waiting?.resume(returning: false)
  }
}
