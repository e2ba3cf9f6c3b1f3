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
}
