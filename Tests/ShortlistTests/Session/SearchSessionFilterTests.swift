@testable import Shortlist
import Testing

@Suite("A search session with a filter")
struct SearchSessionFilterTests {
  private func timeLine(_ trigger: SearchSessionConfiguration.Trigger = .asYouType()) -> TimeLine {
    var line = TimeLine()
    line.configuration.trigger = trigger
    line.also = { $0.filter?.description ?? $0.sort?.description ?? "" }
    return line
  }

  @Test("searches again, and without a text lists the items that meet the filter")
  func filtering() {
    #expect(
      timeLine().shown("where:land . l . clear . where . Cancel") == [
        "0 inactive “” list \"land\" EXISTS",
        "1 inactive “” :5 \"land\" EXISTS",
        "2 searching “l” :5 \"land\" EXISTS",
        "3 answered “l” l:5 \"land\" EXISTS",
        "4 editing “” l:5 \"land\" EXISTS",
        "5 editing “” :5 \"land\" EXISTS",
        "6 editing “” =list",
        "8 inactive “” list",
      ])
    #expect(
      timeLine().shown("r . where:land .").suffix(2) == [
        "2 searching “r” r:6 \"land\" EXISTS", "3 answered “r” r:3 \"land\" EXISTS",
      ])
  }

  @Test("keeps the filter and the order after Cancel, and starts with those of its configuration")
  func cancelling() {
    var line = timeLine()
    #expect(
      line.shown("where:land l . Cancel .").suffix(2) == [
        "3 inactive “” l:5 \"land\" EXISTS", "4 inactive “” :5 \"land\" EXISTS",
      ])
    line.configuration.query.filter = .exists("land")
    #expect(line.shown(". .") == ["1 inactive “” :5 \"land\" EXISTS"])
    line.configuration.query = SearchQuery("", sort: AttributeSort("year"))
    #expect(line.shown(". .") == ["1 inactive “” :10 year:asc"])
    // What happens first counts.
    #expect(line.shown("l .").last == "1 answered “l” l:5 year:asc")
  }

  @Test("sorts by an attribute until another order is chosen")
  func sorting() {
    let line = timeLine()
    #expect(
      line.shown("l . sort:year:desc . sort:name .").suffix(4).map { $0.suffix(8) } == [
        "year:asc", "year:asc", "name:asc", "name:asc",
      ])
    #expect(line.shown("sort:year .").last == "1 inactive “” :10 year:asc")
  }

  @Test("waits for Search before it filters a text that is being edited")
  func onSubmit() {
    let line = timeLine(.onSubmit)
    #expect(
      line.shown("l where:land Search .").suffix(3) == [
        "1 editing “l” =list \"land\" EXISTS", "2 searching “l” =list \"land\" EXISTS",
        "3 answered “l” l:5 \"land\" EXISTS",
      ])
    #expect(
      line.shown("r Search . where:land .").suffix(2) == [
        "3 searching “r” =r:6 \"land\" EXISTS", "4 answered “r” r:3 \"land\" EXISTS",
      ])
  }

  @Test("lists again after a change, in another scope, and without a scope that is gone")
  func listing() {
    var line = timeLine()
    line.answers = ["": 2]
    #expect(line.record("where:land . . refresh . . refresh refresh . . .").searches.count == 4)
    #expect(
      line.shown("where:land begin in:Visited . . .").last == "4 editing “” :0 \"land\" EXISTS")
    #expect(
      line.shown("where:land begin in:Visited drop:Visited . . . . .").last
        == "4 editing “” :5 \"land\" EXISTS")
    line.failures = [""]
    line.also = { $0.failure?.message ?? "" }
    #expect(line.shown("where:land . . .").last == "2 inactive “” list The disk failed.")
    #expect(line.shown("where:land . . . where").last == "4 inactive “” list")
  }

  @Test("chooses from the list of a filter without remembering an empty text")
  func choosing() {
    let record = timeLine().record("where:land . . tap:Iceland l . tap:Iceland")
    #expect(record.states.contains { $0.state.selection == "Iceland" && $0.state.text.isEmpty })
    #expect(record.remembered == ["l"])
    #expect(record.learned == ["l: Iceland"])
  }

  @Test("takes results of the delegate only for the filter that was asked for")
  func supplying() {
    var line = timeLine()
    line.deferred = ["r"]
    #expect(line.shown("where:land . r supply:r").last?.contains("r:3") == true)
    var machine = SearchSessionMachine(line.configuration)
    _ = machine.handle(.text("r"))
    _ = machine.deferred(ticket: machine.ticket)
    var query = SearchQuery("r")
    query.filter = .exists("land")
    #expect(machine.supply(TimeLine.results(for: query)) == [])
  }

  @Test("finds the items of a repository that meet it")
  func repository() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.upsert([
      Item(section: "s", title: "Kyoto", attributes: ["founded": 794]),
      Item(section: "s", title: "Nara", attributes: ["founded": 710]),
      Item(section: "s", title: "Osaka"),
    ])
    var configuration = SearchSessionConfiguration()
    configuration.query.filter = .exists("founded")
    configuration.query.sort = AttributeSort("founded")
    let session = SearchSession(repository, configuration: configuration)
    func titles(_ text: String, _ filter: AttributeFilter?) async -> [String] {
      let state = await session.state { state in
        state.results?.query.text == text && state.results?.query.filter == filter
      }
      return state.results?.hits.map(\.item.title) ?? []
    }
    #expect(await titles("", .exists("founded")) == ["Nara", "Kyoto"])
    await session.send(.text("o"))
    #expect(await titles("o", .exists("founded")) == ["Kyoto"])
    await session.send(.filter(nil))
    #expect(await titles("o", nil) == ["Kyoto", "Osaka"])
  }
}
