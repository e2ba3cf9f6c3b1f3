import CShortlist
import CShortlistIndex

/// The time limit of a search, which also ends when its task is cancelled.
///
/// `@unchecked Sendable`: the C functions that use `handle` say which are safe from any thread; the
/// thread that runs the search calls the others.
final class SearchBudget: @unchecked Sendable {
  private let handle: OpaquePointer

  /// Creates a budget without a limit; for tests, one that is spent after a number of looks.
  init(looks: Int? = nil) throws(ShortlistError) {
    guard let handle = shortlist_budget_create() else {
      throw ShortlistError(sqliteCode: SQLITE_NOMEM, detail: "beginning a search")
    }
    self.handle = handle
    if let looks { shortlist_budget_limit(handle, Int64(looks)) }
  }

  deinit { shortlist_budget_free(handle) }

  func cancel() { shortlist_budget_cancel(handle) }

  var isCancelled: Bool { shortlist_budget_is_cancelled(handle) != 0 }

  func checkCancellation() throws(ShortlistError) {
    guard isCancelled else { return }
    throw ShortlistError(.cancelled, "The search was cancelled.")
  }

  /// Whether the time ran out.
  var isSpent: Bool { shortlist_budget_is_spent(handle) != 0 }

  /// Looks at the clock: whether the time is over or the task was cancelled. Only for the thread
  /// that runs the search.
  var isOver: Bool { shortlist_budget_look(handle) != 0 }

  /// Puts the statements of `connection` under the budget from now on.
  func start(_ time: Duration, on connection: Connection) {
    shortlist_budget_start(handle, time.nanoseconds)
    shortlist_budget_apply(handle, connection.handle)
    connection.budget = handle
  }

  /// Lifts the limit from the statements of `connection`.
  func stop(on connection: Connection) {
    shortlist_budget_apply(nil, connection.handle)
    connection.budget = nil
  }
}

extension Connection {
  /// Does work that ends soon by itself, and without which a search has no answer: its statements go on
  /// when the time is over.
  func withoutInterrupts<Result>(
    _ work: () throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    shortlist_budget_apply(nil, handle)
    defer { shortlist_budget_apply(budget, handle) }
    return try work()
  }
}

/// An allowance of work after the time of a search is over, so that the hits found until then can
/// be shown.
final class Overtime {
  private let budget: SearchBudget
  private var left: Int
  /// Whether some work was skipped.
  private(set) var isOver = false

  init(_ budget: SearchBudget, allowance: Int) {
    self.budget = budget
    left = allowance
  }

  /// Whether to do work of this cost: always while there is time, then as far as the allowance
  /// reaches.
  func allows(_ cost: Int) -> Bool {
    guard !isOver, budget.isOver else { return !isOver }
    isOver = left <= 0
    left -= cost
    return !isOver
  }
}
