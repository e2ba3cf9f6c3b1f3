import ShortlistTestSupport
import Testing

@testable import ShortlistCLI

@Suite("The screen")
struct ScreenTests {
  private static let texts = [
    "Iceland", "京都府", "e\u{301}te\u{301}", "👨‍👩‍👧 family", "🇫🇷🇮🇸", "हिन्दी", "שלום 5", "ก็ดี", "❤️ 1️⃣", "",
    "a\u{1B}[2Jb", "e" + String(repeating: "\u{301}", count: 99), "한국어", "\u{202E}x", "ﷺ", "─│╭",
  ]

  private func screen(_ texts: [String], columns: Int = 30) -> Screen {
    var screen = Screen(columns: columns, rows: texts.count)
    for (row, text) in texts.enumerated() {
      var line = CellLine(limit: columns - 4)
      line.append(text, row % 2 == 0 ? .plain : .bold)
      screen.put(line, column: 1, row: row)
      var mark = CellLine(limit: 3)
      mark.append("|\(row)")
      screen.put(mark, column: columns - 3, row: row)
    }
    return screen
  }

  @Test("A terminal shows what is put on the screen, row by row")
  func firstPainting() {
    var terminal = TerminalModel(columns: 30, rows: 3)
    let screen = screen(["Iceland", "Greece", "京都"])
    terminal.feed(screen.painting(over: nil).utf8)
    #expect(terminal.text(row: 0).hasPrefix(" Iceland"))
    #expect(terminal.text(row: 2).hasPrefix(" 京都"))
    #expect(terminal.style(column: 1, row: 1) == "1")
    #expect(terminal.style(column: 1, row: 0) == "")
    #expect(terminal.unknown == [])
    #expect(screen.painting(over: screen) == "")
  }

  @Test(
    "Whatever widths a terminal believes in, columns stay straight and nothing old is left",
    arguments: [0, 1, 2, 3])
  func columns(seed: UInt64) {
    // Terminals that draw ambiguous characters narrow, as usual, or wide.
    let widths: [(Unicode.Scalar) -> Int] = [
      TerminalModel.usualWidth,
      { CellWidth.isCertain(Character($0)) ? TerminalModel.usualWidth($0) : 1 },
      { CellWidth.isCertain(Character($0)) ? TerminalModel.usualWidth($0) : 2 },
      {
        CellWidth.isCertain(Character($0))
          ? TerminalModel.usualWidth($0) : min(TerminalModel.usualWidth($0), 1)
      },
    ]
    var random = SeededGenerator(seed: seed)
    for width in widths {
      var terminal = TerminalModel(columns: 30, rows: 6, width: width)
      var former: Screen?
      for _ in 0..<60 {
        let texts = (0..<6).map { _ in Self.texts.randomElement(using: &random) ?? "" }
        let screen = screen(texts)
        terminal.feed(screen.painting(over: former).utf8)
        former = screen
        for (row, text) in texts.enumerated() {
          #expect(terminal.text(column: 27, row: row) == "|", "\(text.debugDescription)")
          #expect(terminal.text(column: 28, row: row) == "\(row)")
          let expected = screen.text(row: row)
          guard expected.allSatisfy(CellWidth.isCertain) else { continue }
          #expect(terminal.text(row: row) == expected)
        }
        #expect(terminal.unknown == [])
      }
    }
  }

  @Test("Only what has changed is sent")
  func changes() {
    let former = screen(["Iceland", "Greece"])
    let painting = screen(["Iceland", "Greed"]).painting(over: former)
    #expect(painting.contains("d"))
    #expect(!painting.contains("Gree") && !painting.contains("Iceland"))
    #expect(painting.hasPrefix("\u{1B}[?2026h") && painting.hasSuffix("\u{1B}[?2026l"))
  }

  @Test("A screen of another size is painted again")
  func sizes() {
    let painting = screen(["Iceland"], columns: 20).painting(over: screen(["Iceland"]))
    #expect(painting.contains("\u{1B}[2J") && painting.contains("Iceland"))
  }

  @Test("The cursor goes where it should, and nowhere else")
  func cursor() {
    var terminal = TerminalModel(columns: 30, rows: 1)
    var screen = screen(["Iceland"])
    screen.cursor = Screen.Place(column: 3, row: 0)
    terminal.feed(screen.painting(over: nil).utf8)
    #expect(terminal.cursor == (3, 0) && terminal.modes.contains(25))
    let former = screen
    screen.cursor = nil
    terminal.feed(screen.painting(over: former).utf8)
    #expect(!terminal.modes.contains(25))
  }

  @Test("What is put over half of a wide character leaves a blank of the other half")
  func halves() {
    for column in 0..<6 {
      var screen = Screen(columns: 6, rows: 1)
      var line = CellLine(limit: 6)
      line.append("京都府")
      screen.put(line, row: 0)
      var mark = CellLine(limit: 1)
      mark.append("|")
      screen.put(mark, column: column, row: 0)
      #expect(screen.row(0).map(\.width).reduce(0, +) == 6)
      #expect(Array(screen.row(0))[column].character == "|")
    }
  }

  @Test("What lies beyond the edges is left out")
  func edges() {
    for column in -8...8 {
      for row in -1...2 {
        var screen = Screen(columns: 5, rows: 2)
        var line = CellLine(limit: 8)
        line.append("a京都b")
        screen.put(line, column: column, row: row)
        screen.restyle(row: row, columns: column..<column + 3) { $0.isReversed = true }
        for row in 0..<2 { #expect(screen.row(row).map(\.width).reduce(0, +) == 5) }
      }
    }
  }
}
