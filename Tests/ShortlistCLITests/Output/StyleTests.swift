import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Styles")
struct StyleTests {
  @Test("Colour can be forced on and off")
  func choices() {
    #expect(ColorChoice.always.isOn(isTerminal: false))
    #expect(!ColorChoice.never.isOn(isTerminal: true))
    #expect(!ColorChoice.auto.isOn(isTerminal: false))
  }

  @Test("Without colour, text is left as it is; with it, the base comes back behind a match")
  func marks() {
    let text = "New"
    let range = text.startIndex..<text.index(after: text.startIndex)
    let plain = Style(isColored: false)
    #expect(plain.text(text, matching: [range], in: plain.faint) == "New")
    let colored = Style(isColored: true)
    #expect(
      colored.text(text, matching: [range], in: colored.faint)
        == "\u{1B}[2m\u{1B}[1;33mN\u{1B}[0m\u{1B}[2mew\u{1B}[0m")
  }

  @Test(
    "What remains is said when something does",
    arguments: [
      (.exactly(5), 5, nil), (.exactly(17), 5, "12"), (.atLeast(1_000), 10, "990+"),
      (.atLeast(5), 5, "perhaps"),
    ] as [(Total, Int, String?)])
  func rests(total: Total, shown: Int, rest: String?) {
    #expect(total.shown(besides: shown) == rest)
  }
}
