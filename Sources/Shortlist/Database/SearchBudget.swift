import CShortlist
import CShortlistIndex

/// How long a search may go on: until its time is over, or its task is cancelled.
///
/// `@unchecked Sendable`: the C functions that touch `handle` say which are safe from any thread;
/// the others are called by the thread that runs the search.
final class SearchBudget: @unchecked Sendable {
  private let handle: OpaquePointer

  /// Makes a budget without an end; for tests, one that is spent after so many looks at it.
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

  /// Whether the time is over, or the task was cancelled: looks at the clock. Only for the thread that runs
  /// the search.
  var isOver: Bool { shortlist_budget_look(handle) != 0 }

  /// Puts the statements of `connection` under the budget, from now on.
  func start(_ time: Duration, on connection: Connection) {
    shortlist_budget_start(handle, time.nanoseconds)
    shortlist_budget_apply(handle, connection.handle)
    connection.budget = handle
  }

  /// Frees the statements of `connection` again.
  func stop(on connection: Connection) {
    shortlist_budget_apply(nil, connection.handle)
    connection.budget = nil
  }
}

/// What may still be done when the time of a search is over, so that what was found until then is shown.
final class Overtime {
  private let budget: SearchBudget
  private var left: Int
  /// Whether something was left undone.
  private(set) var isOver = false

  init(_ budget: SearchBudget, allowance: Int) {
    self.budget = budget
    left = allowance
  }

  /// Whether to go on with work of this cost: as long as there is time, and then as far as the allowance
  /// goes.
  func allows(_ cost: Int) -> Bool {
    guard !isOver, budget.isOver else { return !isOver }
    isOver = left <= 0
    left -= cost
    return !isOver
  }
}
