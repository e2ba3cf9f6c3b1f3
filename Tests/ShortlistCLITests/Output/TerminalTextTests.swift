import Testing

@testable import ShortlistCLI

@Suite("Text on a terminal")
struct TerminalTextTests {
  @Test(
    "What a terminal would obey is shown as a symbol",
    arguments: [
      ("Zürich 京都 🇫🇷 हिन्दी", "Zürich 京都 🇫🇷 हिन्दी"), ("\u{1B}[31mred", "␛[31mred"),
      ("\u{9B}31m", "‹U+009B›31m"), ("\u{1B}]8;;http://x\u{7}a", "␛]8;;http://x␇a"),
      ("\u{1B}]52;c;aGk=\u{1B}\\", "␛]52;c;aGk=␛\\"), ("a\r\nb\tc", "a␍␊b␉c"),
      ("\u{0}\u{7F}", "␀␡"),
      ("user\u{202E}gpj.exe", "user‹U+202E›gpj.exe"), ("\u{2066}a\u{2069}", "‹U+2066›a‹U+2069›"),
      ("a\u{2028}b\u{61C}", "a‹U+2028›b‹U+061C›"), ("=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"),
    ])
  func hazards(text: String, shown: String) {
    #expect(TerminalText.shown(text) == shown)
  }

  @Test("No control character comes through, whatever the text")
  func noControls() {
    for value in UInt32(0)...0x2100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = TerminalText.shown("a\(Character(scalar))b")
      let isRaw = shown.unicodeScalars.contains(scalar)
      let category = scalar.properties.generalCategory
      if category == .control || scalar.properties.isBidiControl { #expect(!isRaw, "U+\(value)") }
    }
  }

  private func emphasized(_ text: String, _ bytes: [Range<Int>]) -> String {
    let ranges = bytes.map { range in
      text.utf8.index(
        text.startIndex, offsetBy: range.lowerBound)..<text.utf8.index(
          text.startIndex, offsetBy: range.upperBound)
    }
    return TerminalText.shown(text, emphasizing: ranges, start: "<", end: ">")
  }

  @Test("Matches are set off")
  func emphasis() {
    #expect(emphasized("New Zealand", [0..<3, 4..<8]) == "<New> <Zeal>and")
    #expect(emphasized("Greece", []) == "Greece")
    #expect(emphasized("Greece", [0..<6]) == "<Greece>")
    #expect(emphasized("abcd", [0..<2, 2..<4]) == "<abcd>")
    #expect(emphasized("a\u{1B}b", [1..<2]) == "a<␛>b")
    #expect(emphasized("abc", [1..<1]) == "abc")
  }

  @Test("A text may have a match in each of very many words")
  func manyMatches() {
    // Looking at every match for each character would take minutes.
    let count = 100_000
    let text = String(repeating: "ab ", count: count)
    let shown = emphasized(text, (0..<count).map { 3 * $0..<3 * $0 + 1 })
    #expect(shown == String(repeating: "<a>b ", count: count))
  }

  @Test("Matches never split what is drawn as one character")
  func graphemes() {
    // The base letter without its accent, one half of a flag, one part of a family.
    #expect(emphasized("e\u{301}x", [0..<1]) == "<e\u{301}>x")
    #expect(emphasized("🇫🇷x", [4..<8]) == "<🇫🇷>x")
    #expect(emphasized("👨‍👩‍👧!", [0..<4]) == "<👨‍👩‍👧>!")
  }
}
