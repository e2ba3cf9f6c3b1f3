@testable import Shortlist
import Testing

@Suite("What a search bar tells and asks")
struct SearchSessionNoticesTests {
  @Test("It tells when a search begins and ends, and when results come and go")
  func notices() {
    #expect(
      TimeLine().record("begin l . a . clear n . Done off").notices == [
        .willBegin, .didBegin, .willShowResults, .didShowResults, .willHideResults,
        .didHideResults, .willShowResults, .didShowResults, .willEnd, .willHideResults, .didEnd,
        .didHideResults,
      ])
  }

  @Test("It tells once, and tells nothing that did not happen")
  func quiet() {
    #expect(TimeLine().record("Cancel Done overlay off Search refresh").notices.isEmpty)
    #expect(TimeLine().record("on begin on").notices == [.willBegin, .didBegin])
    // Typing into the bar also begins a search.
    #expect(TimeLine().record("l").notices.prefix(2) == [.willBegin, .didBegin])
  }

  @Test("It tells the will before and the did after the state")
  func order() {
    var machine = SearchSessionMachine(TimeLine().configuration)
    let actions = machine.handle(.begin)
    #expect(actions == [.tell(.willBegin), .publish(machine.state), .tell(.didBegin)])
  }

  @Test("It is active, animated or not")
  func animation() throws {
    var line = TimeLine()
    line.configuration.appearance.placeholderFade = .milliseconds(30)
    line.also = { "\($0.placeholder) \($0.isAnimated)" }
    #expect(
      line.shown("on . off . begin . . . Cancel begin") == [
        "0 editing “” =list hidden false",
        "2 inactive “” list shown false",
        "4 editing “” =list fadingOut true",
        "7 editing “” =list hidden true",
        "8 inactive “” list fadingIn true",
        "9 editing “” =list fadingOut true",
        "12 editing “” =list hidden true",
      ])
  }

  @Test("It keeps earlier results until the delegate supplies what it wants to find itself")
  func supply() {
    var line = TimeLine()
    line.deferred = ["la"]
    #expect(
      line.shown("l . a . supply:l supply:la . supply:la n .") == [
        "0 searching “l” =list",
        "1 answered “l” l:5",
        "2 searching “la” l:5",
        "2 deferred “la” l:5",
        "5 answered “la” la:5",
        "8 searching “lan” la:5",
        "9 answered “lan” lan:5",
      ])
    #expect(line.record("l . a .").searches == ["l"])
  }

  @Test("It takes no answer that nobody promised, or that comes too late")
  func unwanted() {
    var line = TimeLine()
    line.deferred = ["la"]
    #expect(line.shown("l supply:l").last == "1 answered “l” l:5")
    #expect(line.shown("l a clear supply:la").last == "2 editing “” =list")
    #expect(line.shown("l a Cancel supply:la").last == "2 inactive “” list")
    line.answers = ["lan": 3]
    #expect(line.shown("l a n supply:la .").last == "5 answered “lan” lan:5")
    #expect(line.shown("l a n supply:lan .").last == "5 answered “lan” lan:5")
  }

  @Test("It asks about a new scope, too")
  func deferredScope() {
    var line = TimeLine()
    line.configuration.scopes = TimeLine.scopes
    line.deferred = ["Visited"]
    #expect(
      line.shown("i . in:Visited . supply:i") == [
        "0 searching “i” =list",
        "1 answered “i” i:4",
        "2 searching “i” i:4",
        "2 deferred “i” i:4",
        "4 answered “i” i:1",
      ])
  }

  @Test("It offers suggestions while the text is short, and those for this text")
  func suggestions() {
    var line = TimeLine()
    line.configuration.suggestions = 3
    line.also = { $0.suggestions.map(\.text).joined(separator: ", ") }
    #expect(
      line.shown("begin . l . a n Done") == [
        "0 editing “” =list",
        "1 editing “” =list …",
        "2 searching “l” =list …",
        "3 searching “l” =list l…",
        "3 answered “l” l:5 l…",
        "4 searching “la” l:5 l…",
        "5 searching “la” l:5 la…",
        "5 answered “la” la:5 la…",
        "5 searching “lan” la:5",
        "6 answered “lan” lan:5",
        "6 inactive “” list",
      ])
    #expect(line.shown("l . tap:Iceland").last == "2 answered “l” l:5")
    line.suggestionTicks = 4
    #expect(line.shown("begin l a n").last == "4 answered “lan” lan:5")
    #expect(line.shown("begin l Done").last == "2 inactive “” list")
  }
}
