import Shortlist
import Testing

@Suite("The guide to the search bar", .timeLimit(.minutes(5)))
struct TheSearchBarTests {
  private let countries: ItemRepository

  init() throws {
    countries = try ItemRepository(path: ":memory:")
    try countries.blocking.upsert(
      ["New Zealand", "Iceland"].map { Item(section: "Countries to visit", title: $0) })
  }

  @Test("sends a text, and shows the answer")
  func session() async throws {
    var printed: [String] = []
    func print(_ titles: [String]) { printed += titles }
    // snippet: session
    let session = SearchSession(countries)
    await session.send(.text("zea"))
    for await state in session.states where state.phase == .answered {
      print(state.results?.hits.map(\.item.title) ?? [])  // ["New Zealand"]
      break
    }
    // end
    #expect(printed == ["New Zealand"])
  }

  @Test("searches line by line, also for nothing")
  func terminal() async throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    var lines = ["land", "", " ", "\0", "zea"][...]
    func readLine() -> String? { lines.popFirst() }
    // snippet: terminal
    let session = SearchSession(countries)
    while let line = readLine() {
      await session.send(.text(line))
      for await state in session.states where ![.waiting, .searching].contains(state.phase) {
        for group in state.results?.groups ?? [] {
          print(group.section.title, group.total.value)
          for hit in group.hits { print("  " + hit.item.title) }
        }
        break
      }
    }
    // end
    #expect(
      printed == [
        "Countries to visit 2", "  Iceland", "  New Zealand",
        "Countries to visit 1", "  New Zealand",
      ])
  }

  @Test("configures a session")
  func configuration() async throws {
    // snippet: configuration
    var configuration = SearchSessionConfiguration()
    configuration.trigger = .onSubmit  // on Search, instead of with each key
    configuration.presentation = .ownResults  // a separate list, above the searched one
    configuration.query.layout = .flat  // one list without sections
    configuration.query.limit = 50
    configuration.suggestions = 0
    let session = SearchSession(countries, configuration: configuration)
    // end
    await session.send(.text("land"))
    #expect(session.state.phase == .editing)
    await session.send(.submit)
    for await state in session.states where state.phase == .answered { break }
    #expect(session.state.results?.groups == [])
    #expect(session.state.results?.hits.count == 2)
  }

  @Test("shows and deletes what was learned")
  func learning() async throws {
    let session = SearchSession(countries)
    await session.send(.text("zea"))
    _ = await session.state { $0.phase == .answered }
    await session.send(.select(try #require(session.state.results?.hits.first?.id)))
    await eventually { (try? countries.blocking.learnedChoices().map(\.text)) == ["zea"] }
    // snippet: learning
    for choice in try await countries.learnedChoices() {
      print(choice.text, choice.item, choice.strength)
    }
    try await countries.forgetChoices(of: "JP")
    try await countries.forgetChoices()
    // end
    #expect(try await countries.learnedChoices() == [])
  }

  @Test("prepares the first search")
  func preparation() async throws {
    // snippet: preparation
    try await countries.prepareToSearch()
    // end
    await countries.close()
    let error = await #expect(throws: ShortlistError.self) { try await countries.prepareToSearch() }
    #expect(error?.code == .closed)
  }
}
