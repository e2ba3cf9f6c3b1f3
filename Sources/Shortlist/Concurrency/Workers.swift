#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pool of threads for blocking work, so that Swift's own threads never block.
///
/// Threads start when there is work, at most `limit`, and end with the `Workers`. Of those that are free,
/// the one that worked last gets the next job: as few threads as possible share the cores and their caches.
final class Workers: Sendable {
  /// Work, and what is left to do when the thread is free for the next job.
  private typealias Job = @Sendable () -> @Sendable () -> Void

  /// Where a thread finds its next job; `.some(nil)` tells it to end.
  private typealias Mailbox = Condition<Job??>

  private struct State {
    /// Jobs for which no thread is free.
    var waiting: [Job] = []
    /// The free threads; the last one worked last.
    var free: [Mailbox] = []
    var threads = 0
    var isOver = false

    /// Gives a job to the thread that worked last, if one is free.
    mutating func give(_ job: @escaping Job) -> Bool {
      guard let thread = free.popLast() else { return false }
      thread.withLock { $0 = job }
      return true
    }
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
    self.init(limit: min(max(Self.cores - 1, 1), limit))
  }

  /// The number of cores of the processor.
  static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  deinit {
    let free = state.withLock { state in
      state.isOver = true
      return state.free
    }
    for thread in free { thread.withLock { $0 = .some(nil) } }
  }

  /// Runs `work` on one of the threads, later. If the system has no thread at all, the caller's
  /// thread runs it before this returns.
  func submit(_ work: @escaping @Sendable () -> Void) {
    add {
      work()
      return {}
    }
  }

  /// Runs `work` on each thread that is free, and waits for them, at most for a second.
  func runOnFreeThreads(_ work: @escaping @Sendable () -> Void) {
    let free = state.withLock { state in
      defer { state.free = [] }
      return state.free
    }
    let busy = Condition(free.count)
    for thread in free {
      thread.withLock {
        $0 = {
          work()
          busy.withLock { $0 -= 1 }
          return {}
        }
      }
    }
    _ = busy.wait(atMost: .seconds(1)) { $0 == 0 ? () : nil }
  }

  private func add(_ job: @escaping Job) {
    let added: Mailbox? = state.withLock { state in
      guard !state.give(job) else { return nil }
      guard state.threads < limit else {
        state.waiting.append(job)
        return nil
      }
      state.threads += 1
      return Mailbox(job)
    }
    guard let added, !start({ [state] in Self.work(state, added) }) else { return }
    let left = state.withLock { state -> [Job] in
      state.threads -= 1
      guard !state.give(job) else { return [] }
      state.waiting.append(job)
      guard state.threads == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in left { job()() }
  }

  /// Does what arrives in a mailbox, as long as there may be more.
  private static func work(_ state: Condition<State>, _ mailbox: Mailbox) {
    while let job = mailbox.wait(until: { $0.take() }) {
      let finish = job()
      state.withLock { state in
        if !state.waiting.isEmpty {
          let next = state.waiting.removeFirst()
          mailbox.withLock { $0 = next }
        } else if state.isOver {
          mailbox.withLock { $0 = .some(nil) }
        } else {
          state.free.append(mailbox)
        }
      }
      finish()
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
        add {
          let result = Swift.Result { () throws(ShortlistError) in try work() }
          return { continuation.resume(returning: result) }
        }
      }
    } onCancel: {
      onCancel()
    }
    return try result.get()
  }
}
