#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Threads for work that blocks, so that Swift's own threads never do.
///
/// Threads are started when there is work, at most `limit`, and end with the `Workers`.
final class Workers: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var threads = 0
    var idle = 0
    var isOver = false
  }

  private let state = Condition(State())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  deinit {
    state.withLock { $0.isOver = true }
  }

  /// Does `work` on one of the threads, later.
  func submit(_ work: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.jobs.append(work)
      guard state.idle < state.jobs.count, state.threads < limit else { return false }
      state.threads += 1
      return true
    }
    if needsThread { startThread() }
  }

  private func startThread() {
    let box = Unmanaged.passRetained(Box(state))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, nil, Self.run, box.toOpaque())
    precondition(code == 0, "No thread can be started: the system is out of threads or memory.")
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  private final class Box {
    let state: Condition<State>
    init(_ state: Condition<State>) { self.state = state }
  }

  #if canImport(Darwin)
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
      work(Unmanaged<Box>.fromOpaque($0).takeRetainedValue().state)
    }
  #else
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { context in
        guard let context else { return nil }
        return work(Unmanaged<Box>.fromOpaque(context).takeRetainedValue().state)
      }
  #endif

  private static func work(_ state: Condition<State>) -> UnsafeMutableRawPointer? {
    state.withLock { $0.idle += 1 }
    while true {
      let job: (@Sendable () -> Void)? = state.wait { state in
        guard state.jobs.isEmpty else {
          state.idle -= 1
          return .some(state.jobs.removeFirst())
        }
        guard state.isOver else { return nil }
        state.idle -= 1
        state.threads -= 1
        return .some(nil)
      }
      guard let job else { return nil }
      job()
      state.withLock { $0.idle += 1 }
    }
  }
}

extension Workers {
  /// Does `work` on one of the threads, and waits for it without blocking a thread of Swift's.
  func run<Result: Sendable>(
    budget: SearchBudget? = nil,
    _ work: @escaping @Sendable () throws(ShortlistError) -> Result
  ) async throws(ShortlistError) -> Result {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Swift.Result<Result, ShortlistError>, Never>) in
        submit {
          continuation.resume(returning: Swift.Result { () throws(ShortlistError) in try work() })
        }
      }
    } onCancel: {
      budget?.cancel()
    }
    return try result.get()
  }
}
