import Foundation
import Testing

@Suite("The program", .timeLimit(.minutes(2)))
struct CountriesTests {
  @Test("prints what the README says")
  func session() throws {
    let example = try #require(Readme().block("console", after: "## Without a terminal"))
    let lines = example.dropFirst()
    let commands = lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    let output = lines.filter { !$0.hasPrefix("> ") }
    #expect(try CountriesProgram.run(commands) == output)
  }

  @Test("keeps the list in a file")
  func file() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try CountriesProgram.run(["add Finland", "visit finland"], arguments: [path]) == [])
    #expect(
      try CountriesProgram.run(["search finland"], arguments: [path])
        == ["Countries visited  1", "  [Finland]"])
  }

  @Test("answers mistakes with a sentence")
  func mistakes() throws {
    let output = try CountriesProgram.run([
      "add Norway", "visit Narnia", "delete", "what", "", "search \"",
    ])
    #expect(
      output == [
        "“Norway” is in the list already.", "There is no country called “Narnia”.",
        "There is no country called “”.",
        "Commands: list, search TEXT, add NAME, visit NAME, delete NAME",
      ])
  }

  @Test("fails with a status when the file cannot be opened")
  func unreadableFile() {
    let error = #expect(throws: CountriesProgram.Failure.self) {
      try CountriesProgram.run([], arguments: ["/no/such/folder/countries.db"])
    }
    #expect(error?.status == 1)
  }

  #if os(Linux)
    @Test("searches as you type, and shows each change of the database")
    func screen() throws {
      let program = try TerminalProgram()
      func marked(_ text: String) -> String { "\u{1B}[1;4m\(text)\u{1B}[22;24m" }
      try program.waitFor("› Bosnia and Herzegovina")
      try program.type("zeal")
      try program.waitFor("› New \(marked("Zeal"))and")
      // Enter moves the chosen country to the other section.
      try program.waitFor("Countries to visit  1")
      try program.type("\r")
      try program.waitFor("Countries visited  1")
      try program.waitFor("› New \(marked("Zeal"))and")
      // Escape clears the text; Control-N adds what is typed.
      try program.type("\u{1B}")
      try program.waitFor("Search: ▏")
      try program.type("Zembla\u{E}")
      try program.waitFor("› \(marked("Zembla"))")
      // Control-D deletes the chosen country.
      try program.type("\u{7F}\u{7F}")
      try program.waitFor("› \(marked("Zemb"))la")
      try program.type("\u{4}")
      try program.waitForAbsence(of: "Zemb\u{1B}")
      try program.type("\u{3}")
      #expect(try program.waitForExit() == 0)
    }
  #endif
}
