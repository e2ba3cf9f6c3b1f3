import Foundation
import ShortlistTestSupport
import Testing

@Suite("The program on its sample")
struct SampleTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    shortlist = ShortlistBinary(home: home)
  }

  @Test("land finds five countries, the shorter title first, and says where they come from")
  func land() throws {
    let outcome = try shortlist.run("search", "land")
    #expect(
      outcome.output == """
        Countries to visit  5
          Iceland
          Ireland
          Greenland
          Switzerland
          New Zealand

        """)
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("Using the built-in sample"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(home.files == [])
  }

  @Test("In list order, hits stand as the items do")
  func listOrder() throws {
    let outcome = try shortlist.run("search", "land", "--order", "list")
    #expect(
      outcome.lines.dropFirst().map { $0.dropFirst(2) }
        == ["Iceland", "Greenland", "Switzerland", "New Zealand", "Ireland"])
  }

  @Test(
    "Words find what they begin, and what they are",
    arguments: [
      ("gre", ["Countries to visit  2", "  Greece", "  Greenland"]),
      ("usa", ["Countries visited  1", "  U.S.A"]), ("USA", ["Countries visited  1", "  U.S.A"]),
      ("u.s.a", ["Countries visited  1", "  U.S.A"]),
      ("U.S.A.", ["Countries visited  1", "  U.S.A"]),
    ])
  func words(word: String, lines: [String]) throws {
    let outcome = try shortlist.run("search", word)
    #expect(outcome.lines == lines)
    #expect(outcome.status == 0)
  }

  @Test("e finds every item with an e in it")
  func letter() throws {
    let outcome = try shortlist.run("search", "e", "--flat", "--json")
    let answer = try #require(try Answer(outcome.output))
    #expect(
      answer.titles.sorted() == [
        "Greece", "Greenland", "Iceland", "Ireland", "New Zealand", "Rome", "Switzerland",
      ])
    #expect(answer.total == 7)
  }

  @Test("Nothing found is status 1, and so is nothing asked", arguments: [["zzz"], [""], []])
  func nothing(words: [String]) throws {
    for options in [[], ["--json"], ["--flat"]] {
      let process = shortlist.process(["search"] + words + options)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
    }
  }

  @Test("greece is the whole title: tier 1")
  func tier() throws {
    let answer = try #require(try Answer(shortlist.run("search", "greece", "--json").output))
    #expect(answer.titles == ["Greece"])
    #expect(answer.hits[0]["tier"] as? String == "title")
  }

  @Test("new zeal marks what was typed")
  func ranges() throws {
    let answer = try #require(try Answer(shortlist.run("search", "new", "zeal", "--json").output))
    #expect(answer.titles == ["New Zealand"])
    let ranges = try #require(answer.hits[0]["ranges"] as? [String: [[Int]]])
    #expect(ranges == ["title": [[0, 3], [4, 8]]])
    let colored = try shortlist.run("search", "new zeal", "--color", "always").output
    #expect(colored.contains("\u{1B}[1;33mNew\u{1B}[0m \u{1B}[1;33mZeal\u{1B}[0mand"))
  }

  @Test("A misspelt word finds what was meant, and the program says so")
  func typo() throws {
    let outcome = try shortlist.run("search", "swizerland")
    #expect(outcome.lines == ["Countries to visit  1", "  Switzerland"])
    #expect(outcome.errors.contains("Showing results for “Switzerland”."))
    let answer = try #require(try Answer(shortlist.run("search", "grece ", "--json").output))
    #expect(answer.titles == ["Greece"])
    #expect(answer.hits[0]["tier"] as? String == "typo")
    #expect(answer.json["corrected"] as? String == "Greece ")
    #expect(try shortlist.run("search", "swizerland", "--no-typos").status == 1)
    let plain = try #require(try Answer(shortlist.run("search", "greece", "--json").output))
    #expect(plain.json["corrected"] == nil)
  }

  @Test("A section that is not there is no error, and is said")
  func unknownSection() throws {
    let outcome = try shortlist.run("search", "--section", "Nowhere", "land")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("There is no section “Nowhere”."))
    #expect(try shortlist.run("search", "--section", "Countries visited", "india").status == 0)
  }

  @Test(
    "No database and no sample for what would only confuse", arguments: ["list", "stats", "pipe"])
  func noSample(command: String) throws {
    let outcome = try shortlist.run(command)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("shortlist: There is no database at "))
  }
}
