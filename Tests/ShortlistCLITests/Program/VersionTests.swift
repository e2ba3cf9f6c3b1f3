import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The version")
struct VersionTests {
  private let shortlist: ShortlistBinary
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    shortlist = ShortlistBinary(home: folder)
  }

  @Test("--version prints it, and that of SQLite", arguments: [[], ["search"], ["stats"]])
  func option(command: [String]) throws {
    let outcome = try shortlist.run(command + ["--version"])
    let versions = "shortlist \(ShortlistVersion.current) (SQLite \(ShortlistVersion.sqlite))"
    #expect(outcome.output == versions + "\n")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(folder.files == [])
  }

  @Test("stats shows it, and that of SQLite")
  func statistics() throws {
    let database = ["--database", folder.path("list.sqlite")]
    #expect(try shortlist.run(["add", "--section", "Countries", "Japan"] + database).status == 0)
    let output = try shortlist.run(["stats"] + database).output
    #expect(output.contains("\nShortlist           \(ShortlistVersion.current)\n"))
    let json = try shortlist.run(["stats", "--json"] + database).output
    #expect(json.contains("\"shortlistVersion\":\"\(ShortlistVersion.current)\""))
    #expect(json.contains("\"sqliteVersion\":\"\(ShortlistVersion.sqlite)\""))
  }

  @Test("is the newest one in CHANGELOG.md")
  func changelog() throws {
    let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in
      folder.deletingLastPathComponent()
    }
    let changelog = try String(
      contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let versions = changelog.matches(of: /(?m)^## \[([0-9][^\]]*)\]/).map { String($0.output.1) }
    #expect(versions.first == ShortlistVersion.current)
  }
}
