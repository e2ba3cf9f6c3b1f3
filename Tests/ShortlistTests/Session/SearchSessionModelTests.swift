import Observation
import Shortlist
import Testing

@Suite("A search session on the main actor", .timeLimit(.minutes(30)))
@MainActor
struct SearchSessionModelTests {
  private let source = ScriptedSource()

  private func model() -> SearchSessionModel {
    var configuration = SearchSessionConfiguration(suggestions: 0)
    configuration.appearance.placeholderFade = .zero
    return SearchSessionModel(SearchSession(source, configuration: configuration))
  }

  /// Observes a model until it shows a state that satisfies the condition.
  private func wait(
    for model: SearchSessionModel, until isSo: @escaping @MainActor (SearchSessionModel) -> Bool
  ) async {
    while !isSo(model) {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = model.state
        } onChange: {
          continuation.resume()
        }
      }
      await Task.yield()
    }
  }

  @Test("can be observed and bound to")
  func binding() async {
    let model = model()
    model.isActive = true
    await wait(for: model) { $0.isActive && $0.isFocused }
    model.isFocused = false
    await wait(for: model) { $0.isActive && !$0.isFocused }
    model.isFocused = true
    await wait(for: model) { $0.isFocused }
    model.text = "land"
    #expect(model.text == "land")
    await source.answer("land")
    await wait(for: model) { $0.state.phase == .answered }
    #expect(model.state.results?.hits.count == 5)
    model.selection = "Iceland"
    await wait(for: model) { $0.selection == "Iceland" }
    let visited = SearchSessionScope(title: "Visited", sections: ["Visited"])
    model.scope = visited
    await wait(for: model) { $0.scope == visited }
    model.isActive = false
    await wait(for: model) { !$0.isActive }
    #expect(model.text.isEmpty)
    #expect(model.selection == nil)
  }

  @Test("keeps the order of what is typed, and shows it immediately")
  func order() async {
    let model = model()
    for end in 1...4 {
      model.text = String("land".prefix(end))
      #expect(model.text.count == end)
    }
    await wait(for: model) { $0.state.text == "land" }
    await source.answer("land")
    await wait(for: model) { $0.state.phase == .answered }
    #expect(model.state.results?.query.text == "land")
    // A binding has the last typed text before the session does.
    model.text = "lan"
    #expect(model.state.text == "land" && model.text == "lan")
    await wait(for: model) { $0.state.text == "lan" }
    #expect(model.text == "lan")
  }

  @Test("lets go of model and session")
  func release() async {
    weak var session: SearchSession?
    weak var model: SearchSessionModel?
    do {
      let strong = self.model()
      session = strong.session
      model = strong
      strong.send(.begin)
      await wait(for: strong) { $0.isActive }
    }
    await eventually { model == nil && session == nil }
  }
}
