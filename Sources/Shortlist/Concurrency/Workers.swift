#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pool of threads for blocking work, so that Swift's own threads never block.
///
/// Threads start when there is work, at most `limit`, and end with the `Workers`.
final class Workers: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var threads = 0
    var idle = 0
    var isOver = false
  }

  private let state = Condition(State())
  private let limit: Int
  private let start: @Sendable (@escaping @Sendable () -> Void) -> Bool

  /// - Parameters:
  ///   - limit: the maximum number of threads.
  ///   - start: starts a thread; `false` when it cannot.
  init(
    limit: Int,
    start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = DetachedThread.start
  ) {
    self.limit = limit
    self.start = start
  }

  /// Threads for what is computed while the caller keeps one core busy: one for each other core, but
  /// at most `limit`. More would take time from the caller, who waits for them in the end.
  convenience init(besideCallerUpTo limit: Int) {
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    self.init(limit: min(max(cores - 1, 1), limit))
  }

  deinit {
    state.withLock { $0.isOver = true }
  }

  /// Runs `work` on one of the threads, later. If the system has no thread at all, the caller's
  /// thread runs it before this returns.
  func submit(_ work: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.jobs.append(work)
      guard state.idle < state.jobs.count, state.threads < limit else { return false }
      state.threads += 1
      return true
    }
    guard needsThread, !start({ [state] in Self.work(state) }) else { return }
    let jobs = state.withLock { state in
      state.threads -= 1
      guard state.threads == 0 else { return [] as [@Sendable () -> Void] }
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { job() }
  }

  private static func work(_ state: Condition<State>) {
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
      guard let job else { return }
      job()
      state.withLock { $0.idle += 1 }
    }
  }
}

extension Workers {
  /// Runs `work` on one of the threads, and waits for it without blocking one of Swift's threads.
  /// If the task is cancelled, `onCancel` is called, on any thread.
  func run<Result: Sendable>(
    onCancel: @escaping @Sendable () -> Void = {},
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
      onCancel()
    }
    return try result.get()
  }
}
