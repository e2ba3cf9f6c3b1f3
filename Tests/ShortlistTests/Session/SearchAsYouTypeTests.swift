@testable import Shortlist
import Testing

@Suite("A search bar that searches as you type")
struct SearchAsYouTypeTests {
  @Test("shows the results of each change, and the list again after Done")
  func typing() {
    #expect(
      TimeLine().shown("begin l . a . Done") == [
        "0 editing “” =list",
        "1 searching “l” =list",
        "2 answered “l” l:5",
        "3 searching “la” l:5",
        "4 answered “la” la:5",
        "5 inactive “” list",
      ])
  }

  @Test("covers the list while the text is empty; touching the overlay ends the search")
  func overlay() {
    let line = TimeLine()
    #expect(
      line.shown("begin tap:Rome overlay") == ["0 editing “” =list", "2 inactive “” list"])
    // Results are not covered, so there is nothing to touch.
    #expect(line.shown("r . overlay").last == "1 answered “r” r:6")
  }

  @Test("leaves the list alone where it does not dim")
  func undimmed() {
    var line = TimeLine()
    line.configuration.dims = false
    line.also = { $0.selection?.rawValue ?? "" }
    #expect(
      line.shown("begin tap:Rome overlay Done") == [
        "0 editing “” list", "1 editing “” list Rome", "3 inactive “” list",
      ])
  }

  @Test("shows everything again when the text is cleared, or holds only spaces")
  func clearing() {
    #expect(
      TimeLine().shown("l . clear . _ .") == [
        "0 searching “l” =list",
        "1 answered “l” l:5",
        "2 editing “” =list",
        "4 editing “ ” =list",
      ])
  }

  @Test("never lets an older answer take the place of a newer one", arguments: [true, false])
  func outOfOrder(isDeaf: Bool) {
    var line = TimeLine()
    line.answers = ["l": 6, "la": 1, "lan": 3]
    line.isDeaf = isDeaf
    #expect(
      line.shown("l a . n . . . .") == [
        "0 searching “l” =list",
        "1 searching “la” =list",
        "2 answered “la” la:5",
        "3 searching “lan” la:5",
        "6 answered “lan” lan:5",
      ])
  }

  @Test("drops the answer to a text that was cleared", arguments: ["clear", "Cancel", "off"])
  func clearingWhileSearching(event: String) {
    var line = TimeLine()
    line.answers = ["l": 4]
    line.isDeaf = true
    let states = line.shown("l . \(event)")
    #expect(states.last?.hasSuffix("list") == true)
    #expect(states.last?.hasPrefix("2 ") == true)
  }

  @Test("waits until nothing was typed for a while, if told to")
  func debounce() {
    var line = TimeLine()
    line.configuration.trigger = .asYouType(debounce: .milliseconds(30))
    #expect(
      line.shown("l a . n") == [
        "0 waiting “l” =list",
        "1 waiting “la” =list",
        "3 waiting “lan” =list",
        "6 searching “lan” =list",
        "7 answered “lan” lan:5",
      ])
    #expect(line.record("l a . n").searches == ["lan"])
    // Search ends the wait; clearing the text, too.
    #expect(line.shown("l Search").suffix(2) == ["1 searching “l” =list", "2 answered “l” l:5"])
    #expect(line.record("l a clear").searches.isEmpty)
  }

  @Test("keeps what it shows when a search fails, says why, and tries again on Search")
  func failure() {
    var line = TimeLine()
    line.failures = ["la"]
    line.also = { $0.failure?.message ?? "" }
    #expect(
      line.shown("l . a . Search . n . Done") == [
        "0 searching “l” =list",
        "1 answered “l” l:5",
        "2 searching “la” l:5",
        "3 failed “la” l:5 The disk failed.",
        "4 searching “la” l:5",
        "5 failed “la” l:5 The disk failed.",
        "6 searching “lan” l:5",
        "7 answered “lan” lan:5",
        "8 inactive “” list",
      ])
    line.failures = ["l"]
    #expect(line.shown("l .").last == "1 failed “l” =list The disk failed.")
  }

  @Test(
    "is as before after Cancel, whenever it comes",
    arguments: [
      "Cancel", "begin Cancel", "l Cancel", "l . Cancel", "l . a Cancel", "l . tap:Iceland Cancel",
      "l . clear Cancel", "l . in:Visited Cancel", "x . Cancel", "begin off", "l . off",
    ])
  func cancel(line: String) throws {
    var timeLine = TimeLine()
    timeLine.isDeaf = true
    timeLine.answers = ["l": 1, "la": 5]
    timeLine.configuration.scopes = TimeLine.scopes
    let record = timeLine.record(line)
    guard line != "Cancel" else {
      #expect(record.states.isEmpty)
      return
    }
    let state = try #require(record.states.last).state
    #expect(!state.isActive && state.text.isEmpty && state.contents == .list)
    #expect(state.allowsSelection && state.allowsScrolling && state.selection == nil)
    #expect(!state.showsCancelButton && state.showsPlaceholder)
  }

  @Test("searches again when the scope changes, even in the middle of a search")
  func scopes() {
    var line = TimeLine()
    line.configuration.scopes = TimeLine.scopes
    line.configuration.trigger = .asYouType(debounce: .milliseconds(20))
    line.answers = ["i": 4]
    line.also = { $0.scope.title }
    #expect(
      line.shown("i . . in:Visited . . . . . in:Visited in:All Done") == [
        "0 waiting “i” =list All",
        "2 searching “i” =list All",
        "3 searching “i” =list Visited",
        "7 answered “i” i:1 Visited",
        "10 searching “i” i:1 All",
        "11 inactive “” list All",
      ])
  }

  @Test("lets a row be chosen, keeps it while it is found, and remembers what led to it")
  func selection() {
    var line = TimeLine()
    line.also = { $0.selection?.rawValue ?? "" }
    let typed = "l . tap:Rome tap:Iceland a . tap:Iceland . < < ."
    #expect(
      line.shown(typed) == [
        "0 searching “l” =list",
        "1 answered “l” l:5",
        "3 answered “l” l:5 Iceland",
        "4 searching “la” l:5 Iceland",
        "5 answered “la” la:5 Iceland",
        "8 searching “l” la:5 Iceland",
        "9 answered “l” l:5 Iceland",
        "9 editing “” =list",
      ])
    #expect(line.record(typed).remembered == ["l", "la"])
    #expect(line.shown("l . tap:Iceland g r .").last == "5 answered “lgr” lgr:0")
    #expect(line.shown("l . tap:Iceland untap").last == "3 answered “l” l:5")
    var forgetful = line
    forgetful.configuration.remembersSearches = false
    #expect(forgetful.record(typed).remembered.isEmpty)
    // A row of the list was not searched for.
    #expect(line.record("tap:Rome").remembered.isEmpty)
    #expect(line.shown("tap:Rome") == ["0 inactive “” list Rome"])
  }

  @Test("asks again when the items have changed, and once more if they change meanwhile")
  func refresh() {
    var line = TimeLine()
    line.answers = ["l": 3]
    let typed = "refresh l . . . refresh refresh refresh . ."
    #expect(
      line.shown(typed) == [
        "1 searching “l” =list",
        "4 answered “l” l:5",
        "5 searching “l” l:5",
        "11 answered “l” l:5",
      ])
    #expect(line.record(typed).searches == ["l", "l", "l"])
    #expect(
      line.shown("l refresh") == [
        "0 searching “l” =list", "3 searching “l” l:5", "6 answered “l” l:5",
      ])
  }

  @Test("shows results of their own above the dimmed list")
  func ownResults() {
    var line = TimeLine()
    line.configuration.presentation = .ownResults
    line.also = { $0.isListDimmed ? "over =list" : "" }
    #expect(
      line.shown("begin l . tap:Iceland overlay") == [
        "0 editing “” =list over =list",
        "1 searching “l” =list over =list",
        "2 answered “l” l:5 over =list",
        "3 answered “l” l:5 over =list",
        "4 inactive “” list",
      ])
  }

  @Test("asks for what the configuration says, in the scope that was chosen")
  func query() throws {
    var line = TimeLine()
    line.configuration.query = SearchQuery("ignored", limit: 7, layout: .flat, order: .list)
    let results = try #require(line.record("in:Visited l .").states.last?.state.results)
    let wanted = SearchQuery("l", in: ["Visited"], limit: 7, layout: .flat, order: .list)
    #expect(results.query == wanted)
  }

  @Test("counts its states")
  func revisions() {
    let revisions = TimeLine().record("begin l . a . Done").states.map(\.state.revision)
    #expect(revisions == [1, 2, 3, 4, 5, 6])
  }
}
