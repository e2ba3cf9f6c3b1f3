import Shortlist
import Testing

@Suite("What belongs to a search session", .timeLimit(.minutes(30)))
struct SearchSessionDelegateTests {
  private final class Delegate: SearchSessionDelegate {
    private let record = Locked<[String]>([])
    var heard: [String] { record.withLock { $0 } }
    let deferred: Set<String>

    init(deferred: Set<String> = []) { self.deferred = deferred }

    func searchSession(_ session: SearchSession, tells notice: SearchSessionNotice) {
      record.withLock { $0.append("\(notice) \(session.isActive) \(session.state.results != nil)") }
    }

    func searchSession(_ session: SearchSession, shouldSearchFor query: SearchQuery) -> Bool {
      !deferred.contains(query.text)
    }

    func searchSession(
      _ session: SearchSession, shouldSearchIn scope: SearchSessionScope, for query: SearchQuery
    ) -> Bool {
      !deferred.contains(scope.title)
    }
  }

  private final class View: SearchSessionView {
    private let record = Locked<[String]>([])
    var texts: [String] { record.withLock { $0 } }

    func show(_ state: SearchSessionState) { record.withLock { $0.append(state.text) } }
  }

  private let source = ScriptedSource()

  private func session(
    _ presentation: SearchSessionConfiguration.Presentation = .inPlace
  ) -> SearchSession {
    var configuration = SearchSessionConfiguration(presentation: presentation, suggestions: 0)
    configuration.appearance.placeholderFade = .zero
    return SearchSession(source, configuration: configuration)
  }

  @Test("A delegate hears of everything, before and after it can be seen")
  func notices() async {
    let session = session()
    let delegate = Delegate()
    await session.setDelegate(delegate)
    await session.send(.text("l"))
    await source.answer("l")
    _ = await session.state { $0.phase == .answered }
    await session.send(.cancel)
    #expect(
      delegate.heard == [
        "willBegin false false", "didBegin true false",
        "willShowResults true false", "didShowResults true true",
        "willEnd true true", "willHideResults true true",
        "didEnd false false", "didHideResults false false",
      ])
  }

  @Test("A delegate that says no supplies the answer, immediately or bit by bit")
  func supply() async {
    let session = session()
    let delegate = Delegate(deferred: ["land", "Visited"])
    await session.setDelegate(delegate)
    await session.send(.text("land"))
    #expect(session.state.phase == .deferred)
    let query = SearchQuery("land")
    await session.supply(SearchResults(query: query, groups: []))
    #expect(session.state.results?.hits.isEmpty == true)
    await session.supply(TimeLine.results(for: query))
    #expect(session.state.results?.hits.count == 5)
    #expect(source.searches.isEmpty)
    let visited = SearchSessionScope(title: "Visited", sections: ["Visited"])
    await session.send(.scope(visited))
    await session.supply(TimeLine.results(for: query))
    #expect(session.state.phase == .deferred)
    await session.supply(TimeLine.results(for: SearchQuery("land", in: ["Visited"])))
    #expect(session.state.phase == .answered)
    #expect(session.state.results?.query.sections == ["Visited"])
  }

  @Test("A session has one bar, and one list")
  func views() async throws {
    let session = session()
    let (bar, list) = (View(), View())
    try await session.attach(bar: bar)
    try await session.attach(list: list)
    try await session.attach(bar: bar)
    await #expect {
      try await session.attach(bar: View())
    } throws: {
      ($0 as? ShortlistError)?.code == .alreadyAttached
    }
    await #expect {
      try await session.attach(list: bar)
    } throws: {
      ($0 as? ShortlistError)?.code == .alreadyAttached
    }
    await session.send(.text("l"))
    await source.answer("l")
    _ = await session.state { $0.phase == .answered }
    #expect(list.texts == ["", "l", "l"])
    #expect(bar.texts == ["", "", "l", "l"])
  }

  @Test("A bar that is gone leaves room for another")
  func goneBar() async throws {
    let session = session()
    var bar: View? = View()
    if let bar { try await session.attach(bar: bar) }
    bar = nil
    let other = View()
    try await session.attach(bar: other)
    #expect(other.texts == [""])
  }

  @Test("An updater hears of each change, in order")
  func updater() async throws {
    let session = session(.reported)
    let updater = View()
    try await session.attach(updater: updater)
    await session.send(.begin)
    for text in ["l", "la", ""] { await session.send(.text(text)) }
    await session.send(.done)
    #expect(updater.texts == ["", "", "l", "la", "", ""])
    await #expect {
      try await session.attach(updater: View())
    } throws: {
      ($0 as? ShortlistError)?.code == .alreadyAttached
    }
  }
}
