import Shortlist

/// A source that answers when the test says so, in any order.
final class ScriptedSource: SearchSource {
  private struct State {
    var searches: [SearchQuery] = []
    var waiting: [String: CheckedContinuation<Result<SearchResults, ShortlistError>, Never>] = [:]
    var cancelled: [String] = []
    var remembered: [String] = []
    var chosen: [String] = []
  }

  private let state = Locked(State())

  /// The texts of all searches.
  var searches: [String] { state.withLock { $0.searches.map(\.text) } }
  /// The texts of the cancelled searches.
  var cancelled: [String] { state.withLock { $0.cancelled } }
  /// The chosen items, each after its text.
  var chosen: [String] { state.withLock { $0.chosen } }
  /// The texts that were remembered.
  var remembered: [String] { state.withLock { $0.remembered } }

  func search(_ query: SearchQuery) async throws(ShortlistError) -> SearchResults {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.searches.append(query)
          state.waiting[query.text] = continuation
        }
      }
    } onCancel: {
      state.withLock { $0.cancelled.append(query.text) }
    }
    return try result.get()
  }

  func rememberSearch(_ text: String) async throws(ShortlistError) {
    state.withLock { $0.remembered.append(text) }
  }

  func rememberChoice(of id: Item.ID, for text: String) async throws(ShortlistError) {
    state.withLock { $0.chosen.append("\(text): \(id)") }
  }

  /// Waits for a search for `text`, and answers it, cancelled or not.
  func answer(_ text: String, failing error: ShortlistError? = nil) async {
    await eventually { self.state.withLock { $0.waiting[text] != nil } }
    state.withLock { state in
      guard let query = state.searches.last(where: { $0.text == text }) else { return }
      state.waiting.removeValue(forKey: text)?.resume(
        returning: error.map(Result.failure) ?? .success(TimeLine.results(for: query)))
    }
  }
}

/// Lets other tasks run until the condition holds.
func eventually(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}

extension SearchSession {
  /// Waits for a state that satisfies the condition.
  func state(where isSo: (SearchSessionState) -> Bool) async -> SearchSessionState {
    for await state in states where isSo(state) { return state }
    return state
  }
}
