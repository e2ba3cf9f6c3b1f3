import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// Files whose tables differ from those that Shortlist creates. The library's tests have more of
/// them; here a few bytes of the definitions are changed, as an attacker would.
@Suite("The program, given a file with other tables")
struct HostileFileTests {
  private let home: TemporaryFolder
  private let folder: String
  private let database: String

  init() throws {
    home = try TemporaryFolder()
    folder = home.path("place")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let original = try ItemRepository(path: home.path("list.sqlite")).blocking
    try original.upsert([Item(section: "Countries", title: "Greece")])
    database = folder + "/list.sqlite"
    try original.backup(to: database)
    original.close()
  }

  @Test(
    "refuses it with a sentence, and neither writes it nor makes a file beside it",
    arguments: [
      // A trigger with an effect, a generated column, other contents, another tokenizer, other
      // marks of the tokenizer, and a renamed table.
      ("RAISE(ABORT, ", "abs(random() "),
      ("position INTEGER NOT NULL", "position AS (random()) --"),
      ("content='item'", "content='meta'"), ("tokenize='shortlist'", "tokenize='trigram  '"),
      ("shortlist marks", "shortlist_marks"), ("TABLE term(", "TABLE tern("),
    ])
  func otherTables(part: String, other: String) throws {
    #expect(part.utf8.count == other.utf8.count)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
    let place = try #require(bytes.firstRange(of: Data(part.utf8)), "\(part)")
    bytes.replaceSubrange(place, with: Data(other.utf8))
    try bytes.write(to: URL(fileURLWithPath: database))
    let shortlist = ShortlistBinary(home: home)
    for command in [
      ["search", "greece"], ["search", "greece", "--untrusted"], ["list"], ["show", "Greece"],
      ["why", "Greece", "gre"], ["complete", "gre"], ["stats"], ["sections"], ["export"],
      ["check"], ["check", "--untrusted"], ["check", "--repair"], ["reindex"], ["optimize"],
      ["pipe"], ["backup", home.path("copy.sqlite")], ["import", "--sample"],
      ["add", "--section", "x", "y"], ["remove", "Greece"], ["move", "Greece", "--to", "x"],
      ["sections", "remove", "Countries"],
    ] {
      let outcome = try shortlist.run(command + ["--database", database])
      #expect(outcome.status == 2, "\(command)")
      #expect(outcome.output == "", "\(command)")
      #expect(
        outcome.errors.hasPrefix("shortlist: ") && outcome.errors.hasSuffix("\n"), "\(command)")
      #expect(
        outcome.errors.contains("\(database) is not a Shortlist index")
          || outcome.errors.contains("damaged"), "\(command): \(outcome.errors)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == bytes, "\(command)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder) == ["list.sqlite"], "\(command)"
      )
    }
  }
}
