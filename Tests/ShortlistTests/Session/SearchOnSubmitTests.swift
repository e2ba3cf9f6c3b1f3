@testable import Shortlist
import Testing

@Suite("A search bar that searches on Search")
struct SearchOnSubmitTests {
  private let line = {
    var line = TimeLine()
    line.configuration.trigger = .onSubmit
    line.configuration.scopes = TimeLine.scopes
    line.also = { $0.selection.map { "(\($0))" } ?? "" }
    return line
  }()

  @Test("does not search while the text is edited")
  func submit() {
    #expect(
      line.shown("begin l a Search . Cancel") == [
        "0 editing “” =list",
        "1 editing “l” =list",
        "2 editing “la” =list",
        "3 searching “la” =list",
        "4 answered “la” la:5",
        "5 inactive “” list",
      ])
    #expect(line.record("begin l a n d < <").searches.isEmpty)
    #expect(line.record("begin Search _ Search").searches.isEmpty)
  }

  @Test("dims earlier results while the text is edited: no row is chosen, or can be")
  func editing() {
    let record = line.record("l Search . tap:Iceland a tap:Rome . Search .")
    #expect(
      line.shown("l Search . tap:Iceland a tap:Rome . Search .") == [
        "0 editing “l” =list",
        "1 searching “l” =list",
        "2 answered “l” l:5",
        "3 answered “l” l:5 (Iceland)",
        "4 editing “la” =l:5",
        "7 searching “la” =l:5",
        "8 answered “la” la:5",
      ])
    for (_, state) in record.states where state.isDimmed {
      #expect(!state.allowsSelection && !state.allowsScrolling && state.selection == nil)
    }
    #expect(record.remembered == ["l"])
  }

  @Test("dims old results again after a failure, and tries again on Search")
  func failure() {
    var line = line
    line.failures = ["la"]
    #expect(
      line.shown("l Search . a Search . Search . < Search .") == [
        "0 editing “l” =list",
        "1 searching “l” =list",
        "2 answered “l” l:5",
        "3 editing “la” =l:5",
        "4 searching “la” =l:5",
        "5 failed “la” =l:5",
        "6 searching “la” =l:5",
        "7 failed “la” =l:5",
        "8 editing “l” l:5",
        "9 searching “l” l:5",
        "10 answered “l” l:5",
      ])
  }

  @Test("gives up a search when the text is edited", arguments: [true, false])
  func editingWhileSearching(isDeaf: Bool) {
    var line = line
    line.isDeaf = isDeaf
    line.answers = ["l": 4]
    #expect(
      line.shown("l Search a . . . . .").last == "2 editing “la” =list")
  }

  @Test("shows everything when the text is cleared")
  func clearing() {
    #expect(line.shown("l Search . clear").last == "3 editing “” =list")
  }

  @Test("searches again for what was searched for when the scope changes, not for what is edited")
  func scopes() {
    var line = line
    line.answers = ["i": 2]
    #expect(
      line.shown("i Search . . in:Visited . . in:All n in:Visited .") == [
        "0 editing “i” =list",
        "1 searching “i” =list",
        "3 answered “i” i:4",
        "4 searching “i” =i:4",
        "6 answered “i” i:1",
        "7 searching “i” =i:1",
        "8 editing “in” =i:1",
        "9 editing “in” =i:1",
      ])
    #expect(line.record("i in:Visited").searches.isEmpty)
  }

  @Test("searches immediately for a suggestion")
  func suggestion() {
    #expect(
      line.shown("begin take:land .") == [
        "0 editing “” =list", "1 searching “land” =list", "2 answered “land” land:5",
      ])
  }

  @Test(
    "is as before after Cancel, whenever it comes",
    arguments: [
      "begin Cancel", "l Cancel", "l Search Cancel", "l Search . Cancel",
      "l Search . a Cancel", "l Search . tap:Iceland Cancel", "l Search . clear Cancel",
      "l Search . in:Visited Cancel", "l Search in:Visited Done", "l Search . a off",
    ])
  func cancel(events: String) throws {
    var line = line
    line.isDeaf = true
    line.answers = ["l": 1, "la": 3]
    let state = try #require(line.record(events).states.last).state
    #expect(!state.isActive && state.text.isEmpty && state.contents == .list)
    #expect(state.allowsSelection && state.allowsScrolling && state.selection == nil)
  }
}
