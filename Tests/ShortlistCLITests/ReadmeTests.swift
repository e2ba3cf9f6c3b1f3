import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The README")
struct ReadmeTests {
  private let readme: [String]

  init() throws {
    readme = try Self.lines(of: Self.root.appendingPathComponent("README.md"))
  }

  @Test("Its commands print what it says")
  func commands() throws {
    let folder = try TemporaryFolder()
    let shortlist = try shell(in: folder)
    // The sqlite3 shell only works with the library that it was built with.
    let ownSQLite = "sqlite3() { env -u LD_PRELOAD sqlite3 \"$@\"; }"
    var exports = ""
    var hasShell = true
    for example in try Self.examples(in: readme) {
      if example.command.hasPrefix("export ") { exports += example.command + "\n" }
      if let name = example.shownFile {
        _ = try folder.write(example.output.map { $0 + "\n" }.joined(), to: name)
      }
      let script =
        "cd '\(folder.path)'\n\(ownSQLite)\n\(exports){ \(example.command)\n} >output 2>errors"
      let process = shortlist.process(["-c", script])
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      // Not every machine has the sqlite3 shell, which makes the database to follow.
      if process.terminationStatus == 127, example.command.hasPrefix("sqlite3 ") {
        hasShell = false
        continue
      }
      if !hasShell, exports.hasSuffix("countries.sqlite\n") { continue }
      let output = try Self.lines(of: URL(fileURLWithPath: folder.path("output")))
      #expect(
        output.map(Self.withoutTime) == example.output.map(Self.withoutTime), "\(example.command)")
      #expect(process.terminationStatus == 0, "\(example.command)")
    }
  }

  @Test("Its first two commands set up, search and test")
  func firstCommands() throws {
    let commands = try Self.examples(in: readme).map(\.command)
    #expect(commands.first?.hasSuffix("&& swift run shortlist search land") == true)
    #expect(commands.dropFirst().first == "swift test")
  }

  @Test("Its example of embedding compiles, and prints what it says")
  func embedding() async throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // The example begins.
    let countries = try ItemRepository(path: ":memory:")
    try await countries.add("New Zealand", to: "Countries to visit")
    try await countries.add("Papua New Guinea", to: "Countries visited")
    let results = try await countries.search(SearchQuery("new"))
    for group in results.groups {
      print(group.section, group.hits.map(\.item.title))
    }
    // The example ends.
    #expect(try Self.blocks("text", in: readme) == [printed])
    let example = try Self.example(in: Self.source)
    #expect(
      try Self.blocks("swift", in: readme).dropFirst().first == ["import Shortlist", ""] + example)
  }

  @Test("Its dependency is this version")
  func dependency() throws {
    let manifest = try #require(try Self.blocks("swift", in: readme).first).joined(separator: "\n")
    #expect(manifest.contains(", from: \"\(ShortlistVersion.current)\")"))
  }

  @Test("Its example of a view is the one that compiles where there is SwiftUI")
  func view() throws {
    let source = Self.source.deletingLastPathComponent().appendingPathComponent("ReadmeView.swift")
    #expect(try Self.blocks("swift", in: readme).dropFirst(2) == [Self.example(in: source)])
  }

  @Test("Its table has all tiers", arguments: MatchTier.allCases)
  func tiers(tier: MatchTier) {
    #expect(readme.contains { $0.hasPrefix("| \(tier.rawValue) | `\(tier.name)` |") })
  }

  @Test("Its links, and those of ARCHITECTURE.md, lead to files")
  func links() throws {
    let architecture = try Self.lines(of: Self.root.appendingPathComponent("ARCHITECTURE.md"))
    for line in readme + architecture {
      for match in line.matches(of: /\]\(([^)#:]+)\)/) {
        let path = Self.root.appendingPathComponent(String(match.output.1)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(path)")
      }
    }
  }
}

// MARK: - Reading

extension ReadmeTests {
  /// A command of the README and its expected output.
  private struct Example {
    let command: String
    var output: [String] = []

    /// The file that the command shows. The README uses `cat` to give the contents of a file.
    var shownFile: String? {
      command.hasPrefix("cat ") ? String(command.dropFirst(4)) : nil
    }
  }

  private static let source = URL(fileURLWithPath: #filePath)
  private static let root = source.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Returns the lines of a file, without an empty one after the last line end.
  private static func lines(of file: URL) throws -> [String] {
    var lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Returns the fenced blocks in one language.
  private static func blocks(_ language: String, in lines: [String]) throws -> [[String]] {
    var blocks: [[String]] = []
    var rest = lines[...]
    while let start = rest.firstIndex(of: "```" + language) {
      let end = try #require(rest[start...].firstIndex(of: "```"))
      blocks.append(Array(lines[(start + 1)..<end]))
      rest = lines[(end + 1)...]
    }
    return blocks
  }

  private static func examples(in readme: [String]) throws -> [Example] {
    var examples: [Example] = []
    for line in try blocks("console", in: readme).joined() {
      if line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2))))
      } else {
        try #require(!examples.isEmpty)
        examples[examples.count - 1].output.append(line)
      }
    }
    return examples
  }

  /// Returns the lines of the README's example in a test file, without their common indentation.
  private static func example(in source: URL) throws -> [String] {
    let lines = try lines(of: source)
    let first = try #require(lines.firstIndex { $0.hasSuffix("// The example begins.") })
    let last = try #require(lines.firstIndex { $0.hasSuffix("// The example ends.") })
    let depth = lines[first].prefix { $0 == " " }.count
    return lines[(first + 1)..<last].map { String($0.dropFirst(depth)) }
  }

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
