import Foundation
import ShortlistTestSupport
import Testing

@Suite("Browsing in a terminal")
struct BrowseTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  private static let up = "\u{1B}[A"
  private static let down = "\u{1B}[B"
  private static let escape = "\u{1B}"

  private func browse(
    _ arguments: String..., columns: Int = 60, rows: Int = 16, environment: [String: String] = [:]
  ) throws -> TerminalProcess {
    try TerminalProcess(
      ["browse"] + arguments, in: home, columns: columns, rows: rows, environment: environment)
  }

  /// Starts the program on the sample, and waits until it shows the list.
  private func browseSample(
    _ arguments: String..., columns: Int = 60, rows: Int = 16, environment: [String: String] = [:]
  ) throws -> TerminalProcess {
    let process = try TerminalProcess(
      ["browse"] + arguments, in: home, columns: columns, rows: rows, environment: environment)
    try process.wait(for: "Countries to visit  8")
    try process.wait(for: "  Ireland")
    return process
  }

  private func leave(_ process: TerminalProcess) throws {
    process.type("\u{3}")
    let status = try process.end()
    #expect(status == 0)
    #expect(process.isRestored)
  }

  /// Whether the results are those for the whole word "land": its first letter alone finds the
  /// same.
  private func showsLand(_ terminal: TerminalModel) -> Bool {
    terminal.text(row: 7) == "  Greenland" && terminal.style(column: 10, row: 7) == "1;38;5;3"
  }

  @Test("A filter narrows the list from the start, and f changes it")
  func filter() throws {
    let path = try home.write(
      "title,section,year\nLima,Cities,1535\nLinz,Cities,799\nLille,Cities,\n", to: "cities.csv")
    let database = home.path("cities.sqlite")
    let shortlist = ShortlistBinary(home: home)
    #expect(try shortlist.run("import", path, "--database", database).status == 0)
    let process = try browse(
      "--database", database, "--where", "year EXISTS", "--sort", "year:desc")
    try process.wait(until: "the filter, and what meets it in its order") { terminal in
      terminal.lines.contains("  Filter  year EXISTS  sorted by year:desc")
        && terminal.lines.filter { $0.hasPrefix("  Li") } == ["  Lima", "  Linz"]
    }
    process.type(Self.down)
    try process.wait(for: "› Lima")
    process.type("f\u{15}year < 1000\r")
    try process.wait(until: "the new filter") { terminal in
      terminal.lines.contains("  Filter  year < 1000  sorted by year:desc")
        && terminal.lines.contains("› Linz") && !terminal.lines.contains("  Lima")
    }
    try leave(process)
  }

  @Test("land finds five countries; one is opened; Esc leads back, and back to the sections")
  func land() throws {
    let process = try browseSample()
    #expect(process.terminal.text(row: 1).contains("Search"))
    #expect(process.terminal.cursor == (2, 1) && process.terminal.modes.contains(25))
    process.type("land")
    let countries = ["  Iceland", "  Ireland", "  Greenland", "  Switzerland", "  New Zealand"]
    try process.wait(until: "five countries, with what was typed set off") {
      $0.lines.contains("Countries to visit  5") && $0.lines.filter(countries.contains) == countries
        && showsLand($0)
    }
    #expect(process.terminal.text(row: 7) == "  Greenland")
    #expect(process.terminal.style(column: 6, row: 7) == "")
    #expect(process.terminal.style(column: 7, row: 7) == "1;38;5;3")
    #expect(process.terminal.text(row: 1).hasPrefix("│ land"))
    #expect(process.terminal.text(row: 1).hasSuffix("Cancel"))
    process.type(Self.down)
    try process.wait(for: "› Iceland")
    process.type(Self.down + Self.down)
    try process.wait(for: "› Greenland")
    process.type("\r")
    try process.wait(for: "  tier      5 substring")
    #expect(process.terminal.lines.contains("  section   Countries to visit"))
    process.type(Self.escape)
    try process.wait(for: "› Greenland")
    process.type(Self.escape)
    try process.wait(for: "Countries to visit  8")
    try process.wait(for: "Countries visited  2")
    #expect(!process.terminal.text(row: 1).contains("Cancel"))
    try leave(process)
    let errors = try String(contentsOfFile: home.path("errors"), encoding: .utf8)
    #expect(errors.hasPrefix("Using the built-in sample"))
    #expect(errors.split(separator: "\n").count == 1)
  }

  @Test("On submit, earlier results are dim and dead while the text is edited")
  func onSubmit() throws {
    let process = try browseSample("--on-submit")
    process.type("gre")
    try process.wait(until: "the text") { $0.text(row: 1).hasPrefix("│ gre ") }
    #expect(process.terminal.lines.contains("Countries to visit  8"))
    process.type("\r")
    try process.wait(for: "Countries to visit  2")
    try process.wait(for: "› Greece")
    process.type("e")
    try process.wait(until: "the longer text") {
      $0.text(row: 1).hasPrefix("│ gree ") && $0.isDimmed(row: 5)
    }
    #expect(process.terminal.text(row: 5) == "  Greece")
    // The keys neither select nor scroll: the text that follows is typed, and nothing was opened.
    process.type(Self.down + Self.down + "\u{1B}[6~x")
    try process.wait(until: "another text") { $0.text(row: 1).hasPrefix("│ greex ") }
    let rows = (4...6).map(process.terminal.text(row:))
    #expect(rows == ["Countries to visit  2", "  Greece", "  Greenland"])
    for row in 4...6 { #expect(process.terminal.isDimmed(row: row)) }
    process.type("\u{7F}\r")
    try process.wait(until: "new results") { !$0.isDimmed(row: 5) && $0.text(row: 5) == "› Greece" }
    process.type(Self.escape)
    try process.wait(for: "Countries to visit  8")
    try leave(process)
  }

  @Test("An overlay covers the list while the text is empty, and a touch of it ends the search")
  func overlay() throws {
    let process = try browseSample()
    #expect(!process.terminal.isDimmed(row: 5))
    process.type("l\u{7F}")
    try process.wait(until: "the overlay") {
      $0.lines.contains("  Norway") && $0.isDimmed(row: 5) && $0.isDimmed(row: 4)
    }
    process.type(Self.down)
    try process.wait(until: "the list") { $0.lines.contains("› Iceland") && !$0.isDimmed(row: 6) }
    #expect(!process.terminal.text(row: 1).contains("Cancel"))
    try leave(process)
  }

  @Test("A scope narrows the search, and searches again")
  func scope() throws {
    let process = try browseSample()
    process.type("i")
    try process.wait(for: "Countries visited  1")
    process.type("\t")
    try process.wait(until: "the first section alone") {
      $0.lines.contains("Countries to visit  3") && !$0.lines.contains("Countries visited  1")
    }
    process.type("\t")
    try process.wait(until: "the second section alone") {
      $0.lines.contains("Countries visited  1") && !$0.lines.contains("Countries to visit  3")
    }
    process.type("\u{1B}[Z\u{1B}[Z")
    try process.wait(for: "Countries to visit  3")
    try process.wait(for: "Countries visited  1")
    try leave(process)
  }

  @Test("Results may be one list, or a list of their own above the dimmed one")
  func presentations() throws {
    let flat = try browseSample("--flat")
    flat.type("i")
    try flat.wait(for: "  India  Countries visited")
    try leave(flat)
    let own = try browseSample("--list-own")
    own.type("rome")
    try own.wait(until: "a frame") { terminal in
      terminal.lines.contains { $0.contains("│Countries to visit  1") }
        && terminal.lines.contains { $0.contains("│  Rome") } && terminal.isDimmed(row: 10)
    }
    #expect(own.terminal.lines.contains("  Rome"))
    try leave(own)
  }

  @Test("The bar looks as it is told to")
  func theme() throws {
    let process = try browse(
      "--placeholder", "Find a country", "--cancel-label", "Stop", "--height", "1", "--margin", "2",
      "--tint", "#ff0000")
    try process.wait(until: "the bar") {
      $0.lines.first?.hasPrefix("  [ Find a country") == true
    }
    process.type("rome")
    try process.wait(until: "Cancel") { $0.text(row: 0).contains("] Stop") }
    try process.wait(for: "  Rome")
    let column = process.terminal.text(row: 0).count - 1
    #expect(process.terminal.style(column: column, row: 0) == "1;38;5;196")
    try leave(process)
  }

  @Test("With NO_COLOR there is no colour, and matches are still set off")
  func noColor() throws {
    let process = try browseSample(environment: ["NO_COLOR": "1"])
    process.type("land")
    try process.wait(for: "Countries to visit  5")
    let row = try #require(process.terminal.lines.firstIndex(of: "  Greenland"))
    #expect(process.terminal.style(column: 7, row: row) == "1;4")
    #expect(!process.terminal.hasStyle(["38", "48"]))
    try leave(process)
  }

  @Test("Another size is filled immediately")
  func resize() throws {
    let process = try browseSample()
    process.type("land")
    try process.wait(for: "Countries to visit  5")
    for (columns, rows) in [(100, 30), (30, 8), (12, 4), (3, 2), (1, 1), (60, 16)] {
      process.resize(columns: columns, rows: rows)
      try process.wait(until: "\(columns) by \(rows)") {
        columns < 30 ? $0.lines != [] : $0.text(row: 0).count > columns / 2
      }
    }
    try process.wait(for: "  New Zealand")
    try leave(process)
  }

  @Test("Small windows show results, and larger ones all of them again")
  func smallWindows() throws {
    let process = try browseSample()
    process.type("land")
    try process.wait(until: "the results", showsLand)
    process.type(Self.down + Self.down)
    try process.wait(for: "› Ireland")
    for (columns, rows) in [(20, 5), (20, 2), (20, 1), (9, 1), (20, 8)] {
      process.resize(columns: columns, rows: rows)
      try process.wait(until: "the hit") { $0.lines.contains("› Ireland") }
    }
    process.resize(columns: 60, rows: 16)
    try process.wait(until: "all of it") { showsLand($0) && $0.text(row: 6) == "› Ireland" }
    try leave(process)
    let own = try browseSample("--list-own")
    own.type("land")
    try own.wait(until: "a frame") { terminal in
      terminal.lines.contains { $0.contains("│Countries to visit  5") }
    }
    own.resize(columns: 20, rows: 8)
    try own.wait(for: "  Iceland")
    try leave(own)
  }

  @Test("The mouse chooses, opens and scrolls, and a click on the overlay cancels")
  func mouse() throws {
    let process = try browseSample()
    #expect(process.terminal.modes.isSuperset(of: [1000, 1006]))
    process.type("\u{1B}[<0;5;6M\u{1B}[<0;5;6m")
    try process.wait(for: "› Iceland")
    process.type("\u{1B}[<0;5;6M\u{1B}[<0;5;6m")
    try process.wait(until: "a detail") { $0.lines.contains { $0.hasPrefix("  id     ") } }
    process.type(Self.escape)
    try process.wait(for: "› Iceland")
    process.type("\u{1B}[<65;5;6M")
    try process.wait(until: "a scrolled list") { $0.text(row: 4) != "Countries to visit  8" }
    // It survives being stopped and continued.
    process.type("\u{1A}")
    try process.wait(until: "the list again") { $0.modes.isSuperset(of: [1000, 1006]) }
    process.type("/")
    try process.wait(until: "the overlay") { $0.isDimmed(row: 5) }
    process.type("\u{1B}[<0;30;8M")
    try process.wait(until: "the list") {
      !$0.isDimmed(row: 5) && !$0.text(row: 1).contains("Cancel")
    }
    try leave(process)
  }

  @Test(
    "Results stand in the order that is asked for",
    arguments: [("rank", "  Norway"), ("list", "  Iceland")])
  func order(order: String, first: String) throws {
    let process = try browseSample("--order", order)
    process.type("n")
    try process.wait(until: "results") {
      $0.text(row: 4) == "Countries to visit  6" && $0.text(row: 5) == first
    }
    try leave(process)
  }

  @Test("An item moves to another section, and shows immediately where it is")
  func move() throws {
    let process = try browseSample(rows: 20)
    process.type(Self.down + "m")
    try process.wait(for: "Move “Iceland” to")
    try process.wait(for: "› Countries visited")
    process.type("\r")
    try process.wait(for: "Countries to visit  7")
    try process.wait(until: "Iceland behind the others") { terminal in
      let lines = terminal.lines
      guard let heading = lines.firstIndex(of: "Countries visited  3") else { return false }
      return lines.firstIndex(of: "› Iceland") == heading + 3
    }
    try leave(process)
  }

  @Test("What one terminal moves, another shows in its new place, in the list and in results")
  func live() throws {
    let database = home.path("list.sqlite")
    let shortlist = ShortlistBinary(home: home)
    let add = ["add", "--database", database, "--section"]
    for arguments in [["A", "Rome", "Greece"], ["B", "India"]] {
      let process = shortlist.process(add + arguments)
      try process.run()
      process.waitUntilExit()
    }
    let process = try browse("--database", database)
    let other = try browse("--database", database, "--read-only")
    for process in [process, other] { try process.wait(for: "A  2") }
    other.type("gre")
    try other.wait(until: "a hit in A") { $0.text(row: 4) == "A  1" }
    #expect(try shortlist.run("move", "--database", database, "Greece", "--to", "B").status == 0)
    try process.wait(until: "Greece in B") {
      $0.lines.contains("A  1") && $0.lines.contains("B  2") && $0.text(row: 8) == "  Greece"
    }
    try other.wait(until: "a hit in B") { $0.text(row: 4) == "B  1" }
    // A move in one browser shows up in the other.
    other.type(Self.escape)
    try other.wait(for: "B  2")
    process.type(Self.down + "m\r")
    try other.wait(for: "B  3")
    for process in [process, other] { try leave(process) }
  }

  @Test("A list that is only read keeps its items where they are")
  func readOnly() throws {
    let database = home.path("list.sqlite")
    let shortlist = ShortlistBinary(home: home)
    #expect(try shortlist.run("add", "--database", database, "--section", "A", "Rome").status == 0)
    let process = try browse("--read-only", "--database", database)
    try process.wait(for: "  Rome")
    process.type(Self.down + "m")
    try process.wait(until: "why not") { $0.lines.last?.contains("read-only") == true }
    try leave(process)
  }

  @Test(
    "Whatever ends the program, the terminal is as it was",
    arguments: [
      SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT, SIGTRAP, SIGILL, SIGBUS, SIGFPE,
    ])
  func restored(signal: Int32) throws {
    let process = try browseSample()
    #expect(!process.isRestored)
    process.type("land")
    try process.wait(for: "Countries to visit  5")
    #expect(kill(process.process, signal) == 0)
    let status = try process.end()
    // Killed by that signal, not ended with a status, so the waiting process learns the truth.
    #expect(status & 0x7F == signal)
    #expect(process.isRestored)
  }

  @Test("A program that is stopped gives the terminal back, and takes it again")
  func stopped() throws {
    let process = try browseSample()
    // Stop and continue, as a shell does.
    #expect(kill(process.process, SIGSTOP) == 0)
    var status: Int32 = 0
    #expect(waitpid(process.process, &status, WUNTRACED) == process.process)
    process.resize(columns: 60, rows: 16)
    #expect(kill(process.process, SIGCONT) == 0)
    try process.wait(for: "  Ireland")
    #expect(!process.isRestored)
    // Ctrl-Z without a shell that could wake it: it continues immediately and redraws everything.
    process.resize(columns: 60, rows: 16)
    process.type("\u{1A}")
    try process.wait(for: "  Ireland")
    #expect(!process.isRestored)
    try leave(process)
  }

  @Test("A search that led to something is offered again")
  func recent() throws {
    let process = try browseSample()
    process.type("land" + Self.down)
    try process.wait(until: "the results") { showsLand($0) && $0.lines.contains("› Iceland") }
    process.type("\r")
    try process.wait(for: "  tier      5 substring")
    process.type("\r" + Self.escape)
    try process.wait(for: "Countries to visit  8")
    process.type("\r")
    try process.wait(until: "the recent search") { terminal in
      terminal.lines.contains { $0.contains("│  land") } && terminal.isDimmed(row: 10)
    }
    process.type(Self.down)
    try process.wait(until: "it chosen") { terminal in
      terminal.lines.contains { $0.contains("│› land") }
    }
    process.type("\r")
    try process.wait(until: "its results") { showsLand($0) && $0.lines.contains("› Iceland") }
    try leave(process)
  }

  @Test("Nothing in the data disturbs the terminal")
  func hostileTitles() throws {
    let database = home.path("list.sqlite")
    let titles = [
      "clear \u{1B}[2J\u{1B}[H", "title \u{1B}]0;x\u{7}", "\u{9B}31m red", "back\u{8}\u{8}\u{8}",
      "line\nbreak\r", "user\u{202E}gpj.exe", "\u{2066}isolate", "שלום עולם", "سلام", "京都 カナ",
      "👨‍👩‍👧‍👦 family 🇫🇷", "e" + String(repeating: "\u{301}", count: 300), "हिन्दी", "\u{FEFF}bom",
      String(repeating: "long ", count: 5000),
    ]
    // One title also names a section.
    let lines = try titles.enumerated().map { index, title in
      String(
        decoding: try JSONSerialization.data(withJSONObject: [
          "section": index % 2 == 0 ? "A" : "B \u{1B}[5m", "title": title, "subtitle": "x\(index)x",
          "body": title,
        ]), as: UTF8.self)
    }
    let file = try home.write(lines.joined(separator: "\n"), to: "items.ndjson")
    let shortlist = ShortlistBinary(home: home)
    #expect(try shortlist.run("import", "--database", database, file).status == 0)
    let process = try browse("--database", database, columns: 50, rows: 30)
    try process.wait(for: "  clear ␛[2J␛[H  x0x")
    try process.wait(for: "B ␛[5m  7")
    #expect(process.terminal.lines.contains { $0.hasPrefix("  back␈␈␈  x3x") })
    #expect(process.terminal.lines.contains { $0.hasPrefix("  user‹U+202E›gpj.exe") })
    process.type("x")
    // Opens each of them, and leaves it again.
    process.type(Self.down)
    try process.wait(until: "results") { $0.lines.contains { $0.hasPrefix("› ") } }
    for _ in titles {
      process.type("\r")
      try process.wait(until: "a detail") { $0.lines.last?.hasPrefix("esc back") == true }
      process.type("\r" + Self.down)
      try process.wait(until: "the results") { $0.lines.contains { $0.hasPrefix("› ") } }
    }
    #expect(process.terminal.unknown == [])
    try leave(process)
  }

  @Test("It measures how long keys take")
  func measure() throws {
    let process = try browseSample("--measure")
    process.type("land")
    try process.wait(until: "the results", showsLand)
    try leave(process)
    let errors = try String(contentsOfFile: home.path("errors"), encoding: .utf8)
    #expect(errors.contains("4 keys, from key to results on the screen: median "))
  }

  @Test("Without a terminal it says what to use instead")
  func noTerminal() throws {
    let outcome = try ShortlistBinary(home: home).run("browse")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("shortlist: browse needs a terminal"))
    let process = try browse(environment: ["TERM": "dumb"])
    #expect(try process.end() == 2 << 8)
  }
}
