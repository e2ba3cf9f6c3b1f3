import Foundation
import ShortlistTestSupport
import Testing

@Suite("Results in other formats, and options for results")
struct SearchFormatTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    shortlist = ShortlistBinary(home: home)
  }

  @Test("A table has a row for each hit, in their order", arguments: [("csv", ","), ("tsv", "\t")])
  func table(format: String, separator: String) throws {
    let lines = try shortlist.run("search", "land", "--format", format, "--limit", "3").lines
    let header = lines[0].components(separatedBy: separator)
    #expect(header.prefix(3) == ["id", "section", "title"])
    #expect(header.suffix(2) == ["tier", "score"])
    let rows = lines.dropFirst().map { $0.components(separatedBy: separator) }
    #expect(rows.map { $0[2] } == ["Iceland", "Ireland", "Greenland"])
    for row in rows {
      #expect(row.count == header.count)
      #expect(row[row.count - 2] == "substring")
      #expect(Double(row[row.count - 1]) != nil)
    }
  }

  @Test("A field with the separator is quoted, and import reads the table")
  func quoting() throws {
    let database = home.path("list.sqlite")
    _ = try shortlist.run(
      "add", "--database", database, "--section", "Odd", "tab\there, and \"quotes\"")
    for format in ["csv", "tsv"] {
      let found = try shortlist.run("search", "--database", database, "tab", "--format", format)
      let table = try home.write(found.output, to: "table.\(format)")
      let copy = home.path("\(format).sqlite")
      #expect(try shortlist.run("import", "--database", copy, "--strict", table).status == 0)
      let lists = try [database, copy].map { try shortlist.run("list", "--database", $0).output }
      #expect(lists[0] == lists[1])
    }
  }

  @Test("--format json is --json, and text is the default")
  func sameFormats() throws {
    func plain(_ arguments: String...) throws -> String {
      try shortlist.run(["search", "land"] + arguments).output
        .replacing(/"micros":\d+/, with: "")
    }
    #expect(try plain("--format", "json") == plain("--json"))
    #expect(try plain("--format", "text") == plain())
  }

  @Test(
    "Formats that exclude each other are mistakes",
    arguments: [
      ["--json", "--format", "csv"], ["--explain", "--format", "tsv"],
      ["--facet", "x", "--format", "csv"],
    ])
  func exclusive(options: [String]) throws {
    let outcome = try shortlist.run(["search", "land"] + options)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("shortlist: "))
  }

  @Test("Sections may stand in the order of the list")
  func groupOrder() throws {
    let database = home.path("list.sqlite")
    _ = try shortlist.run("add", "--database", database, "--section", "First", "An island")
    _ = try shortlist.run("add", "--database", database, "--section", "Second", "Island")
    func headings(_ order: String) throws -> [String] {
      try shortlist.run("search", "--database", database, "island", "--group-order", order).lines
        .filter { !$0.hasPrefix(" ") }
    }
    #expect(try headings("bestHit") == ["Second  1", "First  1"])
    #expect(try headings("sections") == ["First  1", "Second  1"])
  }

  @Test("The snippet may be shorter, or left out")
  func snippets() throws {
    let database = home.path("list.sqlite")
    let body = String(repeating: "many words ", count: 50) + "needle"
    _ = try shortlist.run(
      "add", "--database", database, "--section", "Notes", "Note", "--body", body)
    func snippet(_ length: String) throws -> String? {
      try shortlist.run("search", "--database", database, "needle", "--snippet-length", length)
        .lines.dropFirst(2).first
    }
    #expect(try snippet("0") == nil)
    let short = try #require(try snippet("20"))
    #expect(short.contains("needle"))
    #expect(short.count < 30)
    #expect(try #require(try snippet("100")).count > 60)
  }

  @Test("A time budget is in seconds, and a bad one is a mistake")
  func timeBudget() throws {
    #expect(try shortlist.run("search", "land", "--time-budget", "60").lines.count == 6)
    for bad in ["-1", "nan", "inf", "soon"] {
      let outcome = try shortlist.run("search", "land", "--time-budget", bad)
      #expect(outcome.status == 2, "\(bad)")
      #expect(outcome.errors.hasPrefix("shortlist: "), "\(bad): \(outcome.errors)")
    }
  }
}
