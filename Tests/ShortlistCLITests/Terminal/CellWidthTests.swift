import Testing

@testable import ShortlistCLI

@Suite("Widths")
struct CellWidthTests {
  @Test(
    "Characters take as many cells as terminals draw them in",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("Ł", 1), ("й", 1), ("京", 2), ("カ", 2), ("ｶ", 1),
      ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("🇫🇷", 2),
      ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("ש", 1), ("ش", 1), ("ก", 1),
      ("กี", 1), ("…", 1), ("›", 1), ("⇥", 1), ("\u{20000}", 2), ("\u{301}", 0), ("\u{200D}", 0),
      ("\u{FEFF}", 0), ("\u{7}", 0),
    ])
  func widths(text: String, width: Int) {
    #expect(CellWidth.width(of: text) == width)
  }

  @Test(
    "Text from right to left is known",
    arguments: [("שלום", true), ("سلام", true), ("été", false)])
  func direction(text: String, isTurned: Bool) {
    #expect(text.allSatisfy(CellWidth.isRightToLeft) == isTurned)
  }
}
