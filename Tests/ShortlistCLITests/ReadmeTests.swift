import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// The documents whose commands are run, each in a folder of its own. Those of SearchFromSQL.md need the loadable
/// extension, and run in `Tests/Extension/test_guide.py`.
private let documents =
  ["README.md"]
  + Document.paths(in: Document.catalogue, suffix: ".md").filter { path in
    !path.hasSuffix("/SearchFromSQL.md") && (try? Document(path))?.commands.isEmpty == false
  }

@Suite("The README and the guides")
struct ReadmeTests {
  private let readme: Document

  init() throws {
    readme = try Document("README.md")
  }

  @Test("have commands that print what they say", arguments: documents)
  func commands(path: String) throws {
    let folder = try TemporaryFolder()
    let shortlist = try shell(in: folder)
    // The sqlite3 shell only works with the library that it was built with.
    let ownSQLite = "sqlite3() { env -u LD_PRELOAD sqlite3 \"$@\"; }"
    var exports = ""
    var hasShell = true
    for command in try Document(path).commands {
      if command.text.hasPrefix("export ") { exports += command.text + "\n" }
      if let name = command.shownFile {
        _ = try folder.write(command.output.map { $0 + "\n" }.joined(), to: name)
      }
      let script =
        "cd '\(folder.path)'\n\(ownSQLite)\n\(exports){ \(command.text)\n} >output 2>errors"
      let process = shortlist.process(["-c", script])
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      // Not every machine has the sqlite3 shell, which makes the database to follow.
      if process.terminationStatus == 127, command.text.hasPrefix("sqlite3 ") {
        hasShell = false
        continue
      }
      if !hasShell, exports.hasSuffix("countries.sqlite\n") { continue }
      let output = try String(contentsOfFile: folder.path("output"), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      #expect(
        output.dropLast().map(Self.withoutTime) == command.output.map(Self.withoutTime),
        "\(command.text)")
      #expect(process.terminationStatus == 0, "\(command.text)")
    }
  }

  @Test("begin with two commands that set up, search and test")
  func firstCommands() {
    let commands = readme.commands.map(\.text)
    #expect(commands.first?.hasSuffix("&& swift run shortlist search land") == true)
    #expect(commands.dropFirst().first == "swift test")
  }

  @Test("have an example of embedding that prints what it says")
  func embedding() async throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // snippet: embedding
    let countries = try ItemRepository(path: ":memory:")
    try await countries.add("New Zealand", to: "Countries to visit")
    try await countries.add("Papua New Guinea", to: "Countries visited")
    let results = try await countries.search(SearchQuery("new"))
    for group in results.groups {
      print(group.section, group.hits.map(\.item.title))
    }
    // end
    #expect(readme.blocks("text") == [printed])
  }

  @Test("have a table with all tiers", arguments: MatchTier.allCases)
  func tiers(tier: MatchTier) {
    #expect(readme.lines.contains { $0.hasPrefix("| \(tier.rawValue) | `\(tier.name)` |") })
  }
}

// MARK: - Reading

extension ReadmeTests {
  /// Removes the times, which differ in every run of a search or a check.
  private static func withoutTime(_ line: String) -> String {
    line.replacing(/"micros":[0-9]+|checked in [0-9.]+ s/, with: "")
  }

  /// Returns a shell on whose path `swift run shortlist` runs the built program, and other commands
  /// that would install or build something do nothing.
  private func shell(in folder: TemporaryFolder) throws -> ShortlistBinary {
    let commands = try [
      "swift": """
      #!/bin/sh
      [ "$1 $2" = "run shortlist" ] || exit 0
      shift 2
      exec '\(ShortlistBinary.url.path)' "$@"
      """,
      "shortlist": "#!/bin/sh\nexec '\(ShortlistBinary.url.path)' \"$@\"",
      "sudo": "#!/bin/sh\nexec \"$@\"",
      "apt-get": "#!/bin/sh",
    ].map { name, script in try folder.write(script + "\n", to: name) }
    for command in commands {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command)
    }
    var shortlist = ShortlistBinary(home: folder)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    shortlist.environment["PATH"] = folder.path + ":" + path
    return shortlist
  }
}
