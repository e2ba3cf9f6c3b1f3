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
    // There is no overlay over results, so there is nothing to tap.
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
    // Search ends the debounce interval, and so does clearing the text.
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
    #expect(!state.showsCancelButton && state.showsPlaceholder && !state.isFocused)
    #expect(state.scope == .all)
  }

  @Test(
    "forgets the scope that was chosen when the search ends",
    arguments: ["Cancel", "Done", "overlay", "off"])
  func hiddenScope(end: String) {
    var line = TimeLine()
    line.configuration.scopes = TimeLine.scopes
    line.also = { $0.scope.title }
    #expect(
      line.shown("begin in:Visited \(end) i .").suffix(3) == [
        "2 inactive “” list All", "3 searching “i” =list All", "4 answered “i” i:4 All",
      ])
    // The first scope need not be all sections.
    line.configuration.scopes.reverse()
    #expect(line.shown("begin in:All \(end)").last == "2 inactive “” list Visited")
  }

  @Test("looks in all sections again once that of the scope is gone, and shows nothing in between")
  func removedSection() {
    var line = TimeLine()
    line.configuration.scopes = TimeLine.scopes
    line.also = { $0.scope.title }
    #expect(
      line.shown("i . in:Visited . drop:Visited refresh . . n .") == [
        "0 searching “i” =list All",
        "1 answered “i” i:4 All",
        "2 searching “i” i:4 Visited",
        "3 answered “i” i:1 Visited",
        "5 searching “i” i:1 Visited",
        "6 searching “i” i:1 All",
        "7 answered “i” i:4 All",
        "8 searching “in” i:4 All",
        "9 answered “in” in:1 All",
      ])
    // The same without an announcement of the change, and if no offered scope is all sections.
    line.configuration.scopes.removeFirst()
    #expect(
      line.shown("drop:Visited i .") == [
        "1 searching “i” =list Visited", "2 searching “i” =list All", "3 answered “i” i:4 All",
      ])
  }

  @Test("stays in a scope of several sections while one of them is there")
  func partOfScope() {
    var line = TimeLine()
    line.configuration.scopes = [
      SearchSessionScope(title: "Two", sections: ["Visited", "Elsewhere"])
    ]
    line.also = { $0.scope.title }
    #expect(line.shown("drop:Elsewhere i .").last == "2 answered “i” i:0 Two")
  }

  @Test("says whether the bar has the cursor, and hides Cancel once Search is pressed")
  func focus() {
    var line = TimeLine()
    line.also = {
      [$0.isFocused ? "focus" : "", $0.showsCancelButton ? "Cancel" : ""]
        .filter { !$0.isEmpty }.joined(separator: "+")
    }
    #expect(
      line.shown("begin l . Search begin on a . take:land . unfocus Done") == [
        "0 editing “” =list focus+Cancel",
        "1 searching “l” =list focus+Cancel",
        "2 answered “l” l:5 focus+Cancel",
        "3 answered “l” l:5",
        "4 answered “l” l:5 focus+Cancel",
        "6 searching “la” l:5 focus+Cancel",
        "7 answered “la” la:5 focus+Cancel",
        "8 searching “land” la:5",
        "9 answered “land” land:5",
        "11 inactive “” list",
      ])
    // Only the cursor leaves, and the search continues; typing brings the cursor back.
    #expect(
      line.shown("l . unfocus on a .") == [
        "0 searching “l” =list focus+Cancel",
        "1 answered “l” l:5 focus+Cancel",
        "2 answered “l” l:5 Cancel",
        "4 searching “la” l:5 focus+Cancel",
        "5 answered “la” la:5 focus+Cancel",
      ])
    // There is nothing to search for.
    #expect(line.shown("begin Search") == ["0 editing “” =list focus+Cancel"])
    #expect(line.shown("unfocus Search").isEmpty)
  }

  @Test(
    "shows the clear button when its mode says so",
    arguments: [
      (SearchSessionAppearance.ClearButtonMode.never, [false, false, false, false, false]),
      (.whileEditing, [false, true, false, true, false]),
      (.unlessEditing, [false, false, true, false, false]),
      (.always, [false, true, true, true, false]),
    ])
  func clearButton(mode: SearchSessionAppearance.ClearButtonMode, isShown: [Bool]) {
    var line = TimeLine()
    line.configuration.appearance.clearButtonMode = mode
    let lines = ["begin", "l", "l Search", "l Search begin", "l clear"]
    let shown = lines.map { line.record($0).states.last?.state.showsClearButton }
    #expect(shown == isShown)
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
    #expect(line.record(typed).learned == ["l: Iceland", "la: Iceland"])
    #expect(line.shown("l . tap:Iceland g r .").last == "5 answered “lgr” lgr:0")
    #expect(line.shown("l . tap:Iceland untap").last == "3 answered “l” l:5")
    var forgetful = line
    forgetful.configuration.remembersSearches = false
    #expect(forgetful.record(typed).remembered.isEmpty)
    forgetful.configuration.learnsFromChoices = false
    #expect(forgetful.record(typed).learned.isEmpty)
    // The row of the list was not found by a search.
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
    var wanted = SearchQuery("l", in: ["Visited"], limit: 7, layout: .flat, order: .list)
    wanted.usesLearning = true
    #expect(results.query == wanted)
    line.configuration.learnsFromChoices = false
    let plain = try #require(line.record("in:Visited l .").states.last?.state.results)
    #expect(!plain.query.usesLearning)
  }

  @Test("counts its states")
  func revisions() {
    let revisions = TimeLine().record("begin l . a . Done").states.map(\.state.revision)
    #expect(revisions == [1, 2, 3, 4, 5, 6])
  }
}
