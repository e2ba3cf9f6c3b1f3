import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Mistakes in arguments, and recent searches")
struct UsageTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    shortlist = ShortlistBinary(home: home)
  }

  @Test(
    "Every error begins with the name of the program",
    arguments: [
      ["serach", "land"], ["search", "--limit", "0", "x"], ["search", "--no-such-option"], ["move"],
      ["list", "--database", "/nonexistent/list.sqlite"], ["check", "--repair", "--untrusted"],
    ])
  func prefix(arguments: [String]) throws {
    let outcome = try shortlist.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("shortlist: "), "\(outcome.errors)")
    #expect(!outcome.errors.contains("Error:"))
  }

  @Test(
    "A mistyped command is suggested",
    arguments: [
      ("serach", "search"), ("improt", "import"), ("sections-list", nil), ("lits", "list"),
      ("stat", "stats"), ("frobnicate", nil), ("recent", "recents"),
    ] as [(String, String?)])
  func suggestion(typed: String, meant: String?) throws {
    let errors = try shortlist.run(typed).errors
    #expect(
      errors.contains("Did you mean") == (meant != nil)
        && (meant.map { errors.contains("Did you mean shortlist \($0)?") } ?? true),
      "\(errors)")
  }

  @Test("Recent searches are listed, removed and cleared")
  func recents() throws {
    let database = home.path("list.sqlite")
    let repository = try ItemRepository(path: database).blocking
    try repository.upsert([Item(section: "s", title: "Item")])
    for text in ["Iceland", "new zeal", "\u{1B}[2J"] { try repository.rememberSearch(text) }
    repository.close()
    func lines(_ arguments: String...) throws -> [String] {
      try shortlist.run(["recents"] + arguments + ["--database", database]).lines
    }
    #expect(try lines() == ["␛[2J", "new zeal", "Iceland"])
    #expect(try lines("list", "--json").last == #"{"text":"Iceland"}"#)
    #expect(
      try shortlist.run("recents", "remove", "NEW ZEAL", "nothing", "--database", database).status
        == 0)
    #expect(try lines() == ["␛[2J", "Iceland"])
    #expect(try shortlist.run("recents", "clear", "--database", database).status == 0)
    let rest = try shortlist.run("recents", "--database", database)
    #expect(rest.status == 1)
    #expect(rest.output.isEmpty)
  }

  @Test("What is pinned comes first, is listed, and goes from one file to another")
  func pins() throws {
    let database = home.path("list.sqlite")
    func run(_ arguments: String...) throws -> [String] {
      try shortlist.run(arguments + ["--database", database]).lines
    }
    _ = try run("add", "--section", "s", "Iran", "Iraq", "Italy")
    #expect(try run("pins", "add", "Boot", "Italy", "s/Iran") == [])
    #expect(try run("search", "boot") == ["s  2", "  Italy", "  Iran"])
    #expect(try run("search", "boot", "--json").joined().contains(#""pinned":true"#))
    #expect(try run("pins") == ["boot  s/Italy", "boot  s/Iran"])
    #expect(try run("pins", "--json").first == #"{"text":"boot","item":"s/Italy"}"#)
    let lines = try run("export")
    #expect(lines.suffix(2).first == #"{"id":"s/Italy","pinnedFor":"boot"}"#)
    let file = try home.write(lines.joined(separator: "\n"), to: "list.ndjson")
    let other = home.path("other.sqlite")
    #expect(try shortlist.run("import", file, "--database", other).status == 0)
    #expect(try shortlist.run("import", file, "--database", other).status == 0)
    #expect(try shortlist.run("pins", "--database", other).lines == run("pins"))
    #expect(try run("pins", "remove", "boot", "Italy") == [])
    #expect(try run("pins") == ["boot  s/Iran"])
    #expect(try run("pins", "remove", "boot") == [])
    #expect(try shortlist.run("pins", "--database", database).status == 1)
  }

  @Test("What was learned is used, listed and forgotten")
  func learned() throws {
    let database = home.path("list.sqlite")
    let repository = try ItemRepository(path: database).blocking
    try repository.upsert(["Iran", "Iraq", "Italy"].map { Item(section: "s", title: $0) })
    for text in ["i", "IT", "it"] { try repository.rememberChoice(of: "s/Italy", for: text) }
    try repository.rememberChoice(of: "s/Iraq", for: "i")
    repository.close()
    func run(_ arguments: String...) throws -> [String] {
      try shortlist.run(arguments + ["--database", database]).lines
    }
    #expect(try run("search", "i", "--format", "csv").dropFirst().first?.contains("Iran") == true)
    let learned = try run("search", "i", "--learned", "--json").joined()
    let order = ["Italy", "Iraq", "Iran"].map { learned.range(of: "s/\($0)")?.lowerBound }
    #expect(order == order.compactMap { $0 }.sorted())
    #expect(learned.components(separatedBy: #""learned":true"#).count == 3)
    let lines = try run("learned")
    #expect(lines.count == 3)
    #expect(
      lines.first?.hasPrefix("2.0  20") == true && lines.first?.hasSuffix("  it  s/Italy") == true)
    #expect(try run("learned", "list", "--json").last?.hasPrefix(#"{"text":"i","item":"#) == true)
    #expect(try run("learned", "forget", "s/Italy", "nothing") == [])
    #expect(try run("learned").count == 1)
    #expect(try run("learned", "clear") == [])
    #expect(try shortlist.run("learned", "--database", database).status == 1)
  }
}
