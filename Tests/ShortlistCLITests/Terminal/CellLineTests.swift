import Testing

@testable import ShortlistCLI

@Suite("Lines of cells")
struct CellLineTests {
  private func line(_ text: String, limit: Int = 40) -> CellLine {
    var line = CellLine(limit: limit)
    line.append(text)
    return line
  }

  private func text(_ line: CellLine) -> String {
    String(line.cells.filter { $0.width > 0 }.map(\.character))
  }

  @Test(
    "What does not fit ends in dots, and never takes more cells than there are",
    arguments: [
      ("Iceland", 7, "Iceland"), ("Iceland", 6, "Icela…"), ("Iceland", 1, "…"), ("Iceland", 0, ""),
      ("京都府", 6, "京都府"), ("京都府", 5, "京都…"), ("京都府", 4, "京…"), ("京都府", 3, "京…"),
      ("京都府", 2, "…"), ("😀😀", 3, "😀…"),
    ])
  func cut(text: String, limit: Int, shown: String) {
    let line = line(text, limit: limit)
    #expect(self.text(line) == shown)
    #expect(line.width <= limit)
    #expect(line.isCut == (text != shown))
  }

  @Test("Behind the dots nothing follows")
  func behindDots() {
    var line = line("Iceland", limit: 5)
    line.append("!")
    #expect(text(line) == "Icel…")
  }

  @Test("A wide character covers two cells")
  func wide() {
    #expect(line("a京b").cells.map(\.width) == [1, 2, 0, 1])
  }

  @Test("What a terminal would obey is a symbol")
  func hazards() {
    #expect(text(line("a\u{1B}[2J\u{202E}b")) == "a␛[2J‹U+202E›b")
  }

  @Test("Marks by the thousand, and marks without a letter, take one cell")
  func marks() {
    let zalgo = line("e" + String(repeating: "\u{301}", count: 10_000) + "x")
    #expect(zalgo.width == 2)
    #expect(zalgo.cells[0].character.unicodeScalars.count <= 16)
    #expect(line("\u{301}x").width == 2)
    #expect(line("\u{200B}x\u{FEFF}").width == 1)
  }

  @Test("A megabyte takes no longer than what fits of it")
  func long() {
    var line = CellLine(limit: 10)
    line.append(String(repeating: "a", count: 1 << 20))
    #expect(text(line) == "aaaaaaaaa…")
  }

  @Test("What matched has another style, in whole characters")
  func matches() {
    let title = "e\u{301}te\u{301}"
    // The letter without its accent.
    let end = title.unicodeScalars.index(after: title.startIndex)
    var line = CellLine(limit: 10)
    line.append(title, .plain, matching: [title.startIndex..<end], .bold)
    #expect(line.cells.map(\.style) == [.bold, .plain, .plain])
  }

  @Test("Text from right to left ends where it ends")
  func turned() {
    var line = line("שלום 5")
    line.append("  Shalom")
    #expect(line.cells.map(\.endsRightToLeft).firstIndex(of: true) == 5)
    #expect(line.cells.filter(\.endsRightToLeft).count == 1)
  }
}
