@testable import Shortlist
import Testing

@Suite("A search session", .timeLimit(.minutes(30)))
struct SearchSessionTests {
  private let source = ScriptedSource()
  private let clock = ManualClock()
  private let repository: ItemRepository

  init() throws {
    repository = try ItemRepository(path: ":memory:")
    try repository.blocking.upsert(
      ["Iceland", "Greece", "Ireland"].map { Item(id: Item.ID($0), section: "Wanted", title: $0) }
        + [Item(id: "India", section: "Visited", title: "India")])
  }

  private func session(
    _ configuration: SearchSessionConfiguration = SearchSessionConfiguration(suggestions: 0)
  ) -> SearchSession {
    SearchSession(source, configuration: configuration, clock: clock)
  }

  @Test("searches a repository")
  func repositorySearch() async {
    let session = SearchSession(repository)
    await session.send(.text("land"))
    let state = await session.state { $0.phase == .answered }
    #expect(state.results?.hits.map(\.item.title) == ["Iceland", "Ireland"])
    await session.send(.select("Iceland"))
    #expect(session.state.selection == "Iceland")
    await session.send(.done)
    #expect(session.state.contents == .list && !session.isActive)
  }

  @Test("follows the changes of a repository")
  func changes() async throws {
    let session = SearchSession(repository)
    await session.send(.text("land"))
    _ = await session.state { $0.phase == .answered }
    await session.send(.select("Ireland"))
    // A choice is remembered in the background.
    while try await repository.learnedChoices().isEmpty { await Task.yield() }
    var changes = repository.changes.makeAsyncIterator()
    try await repository.move(["Ireland"], to: "Visited")
    #expect(await changes.next() != nil)
    await session.send(.refresh)
    let state = await session.state { $0.results?.groups.count == 2 }
    // The chosen item comes first, and so does its group.
    #expect(state.results?.groups.map(\.section.title) == ["Visited", "Wanted"])
    #expect(state.selection == "Ireland")
  }

  @Test("searches all sections again when somebody has removed the one it searched")
  func removedSection() async throws {
    let session = SearchSession(repository)
    await session.send(.scope(SearchSessionScope(title: "Visited", sections: ["Visited"])))
    await session.send(.text("i"))
    #expect(await session.state { $0.phase == .answered }.results?.groups.map(\.id) == ["Visited"])
    try await repository.removeSection("Visited")
    await session.send(.refresh)
    let state = await session.state { $0.phase == .answered && $0.scope == .all }
    #expect(state.results?.groups.map(\.id) == ["Wanted"])
  }

  @Test("says what a file does wrong, and keeps what it shows")
  func failure() async {
    let session = SearchSession(repository)
    await repository.close()
    await session.send(.text("land"))
    let state = await session.state { $0.phase == .failed }
    #expect(state.failure?.code == .closed)
    #expect(state.contents == .list)
  }

  @Test("cancels a search that is no longer needed, and drops its answer")
  func superseded() async {
    let session = session()
    await session.send(.text("l"))
    await eventually { source.searches == ["l"] }
    await session.send(.text("la"))
    await eventually { source.cancelled == ["l"] }
    await source.answer("la")
    _ = await session.state { $0.phase == .answered }
    await source.answer("l")
    await session.send(.text("lan"))
    await eventually { source.searches.count == 3 }
    #expect(session.state.results?.query.text == "la")
    await session.send(.cancel)
    await eventually { source.cancelled == ["l", "lan"] }
    await source.answer("lan", failing: ShortlistError(.storage, "The disk failed."))
    #expect(session.state.contents == .list)
    #expect(session.state.failure == nil)
  }

  /// A repository that records how its searches end.
  private struct Witnessed: SearchSource {
    let repository: ItemRepository
    let ends = Locked<[String]>([])

    func search(_ query: SearchQuery) async throws(ShortlistError) -> SearchResults {
      do throws(ShortlistError) {
        let results = try await repository.search(query)
        ends.withLock { $0.append("\(query.text): \(results.hits.count)") }
        return results
      } catch {
        ends.withLock { $0.append("\(query.text): \(error.code)") }
        throw error
      }
    }
  }

  @Test("stops a search that is no longer needed in the repository, too")
  func stoppedInRepository() async throws {
    let file = try TemporaryDatabase()
    var options = ItemRepository.Options()
    options.readers = 1
    let repository = try ItemRepository(path: file.path, options: options)
    try await repository.add("Iceland", to: "Wanted")
    // The only reader is busy, so both searches are requested before the first one starts.
    let isBusy = Locked(false)
    let isFree = Condition(false)
    let busy = Task {
      try await repository.read { _ in
        isBusy.withLock { $0 = true }
        isFree.wait { $0 ? () : nil }
      }
    }
    await eventually { isBusy.withLock { $0 } }
    let source = Witnessed(repository: repository)
    let session = SearchSession(
      source, configuration: SearchSessionConfiguration(suggestions: 0), clock: clock)
    await session.send(.text("l"))
    await session.send(.text("la"))
    isFree.withLock { $0 = true }
    try await busy.value
    let state = await session.state { $0.phase == .answered }
    #expect(state.results?.query.text == "la")
    await eventually { source.ends.withLock { $0.count } == 2 }
    #expect(Set(source.ends.withLock { $0 }) == ["l: cancelled", "la: 1"])
    await repository.close()
  }

  @Test("waits on the clock that it was given")
  func debounce() async {
    let session = session(
      SearchSessionConfiguration(trigger: .asYouType(debounce: .milliseconds(50)), suggestions: 0))
    await session.setActive(true, animated: false)
    await session.send(.text("l"))
    await eventually { clock.sleepers == 1 }
    clock.advance(by: .milliseconds(40))
    await session.send(.text("la"))
    await eventually { clock.sleepers == 1 }
    clock.advance(by: .milliseconds(40))
    #expect(session.state.phase == .waiting)
    clock.advance(by: .milliseconds(10))
    await source.answer("la")
    #expect(await session.state { $0.phase == .answered }.text == "la")
    #expect(source.searches == ["la"])
  }

  @Test("fades the placeholder")
  func placeholder() async {
    let session = session()
    await session.send(.begin)
    #expect(session.state.placeholder == .fadingOut)
    await eventually { clock.sleepers == 1 }
    clock.advance(by: .milliseconds(250))
    _ = await session.state { $0.placeholder == .hidden }
    await session.send(.done)
    #expect(session.state.placeholder == .fadingIn)
    await eventually { clock.sleepers == 1 }
    clock.advance(by: .milliseconds(250))
    _ = await session.state { $0.placeholder == .shown }
  }

  @Test("shows the newest state to each that asks, however slow")
  func states() async {
    let session = session()
    var slow = session.states.makeAsyncIterator()
    #expect(await slow.next()?.revision == 0)
    await session.send(.begin)
    await session.send(.text("l"))
    await session.send(.text("la"))
    var late = session.states.makeAsyncIterator()
    #expect(await slow.next() == session.state)
    #expect(await late.next() == session.state)
    #expect(session.state.text == "la")
  }

  @Test("ends its states with itself, and with the task that listens")
  func endOfStates() async {
    var session: SearchSession? = session()
    let states = session?.states
    session = nil
    var seen = 0
    if let states { for await _ in states { seen += 1 } }
    #expect(seen == 1)
    let other = self.session()
    let task = Task { for await _ in other.states {} }
    task.cancel()
    await task.value
  }

  @Test("has a Cancel that any button can press")
  func cancelAction() async {
    let session = session()
    await session.send(.text("l"))
    session.cancelAction()
    _ = await session.state { !$0.isActive }
  }

  @Test("remembers what led to a selection")
  func remember() async {
    let session = session()
    await session.send(.text("land"))
    await source.answer("land")
    _ = await session.state { $0.phase == .answered }
    await session.send(.select("Iceland"))
    await eventually { source.remembered == ["land"] && source.chosen == ["land: Iceland"] }
  }
}
