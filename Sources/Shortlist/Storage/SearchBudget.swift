import CShortlist

/// How long a search may go on: until its time is over, or its task is cancelled.
///
/// `@unchecked Sendable`: the C functions that touch `handle` say which are safe from any thread;
/// the others are called by the thread that runs the search.
final class SearchBudget: @unchecked Sendable {
  private let handle: OpaquePointer

  init() throws(ShortlistError) {
    guard let handle = shortlist_budget_create() else {
      throw ShortlistError(sqliteCode: SQLITE_NOMEM, detail: "beginning a search")
    }
    self.handle = handle
  }

  deinit { shortlist_budget_free(handle) }

  func cancel() { shortlist_budget_cancel(handle) }

  var isCancelled: Bool { shortlist_budget_is_cancelled(handle) != 0 }

  /// Whether the time ran out.
  var isSpent: Bool { shortlist_budget_is_spent(handle) != 0 }

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
