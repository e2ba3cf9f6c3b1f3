import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  @Test("shows the integration as it is")
  func integration() throws {
    let source = try Readme.code(of: "Sources/Countries/CountrySearch.swift")
    let shown = try #require(Readme().block("swift", after: "## The integration"))
    #expect(shown.filter { !$0.isEmpty } == source)
  }

  @Test(
    "counts the lines of code",
    arguments: [
      "Sources/Countries/CountrySearch.swift", "Tests/CountriesTests/FullText.swift",
    ])
  func lines(path: String) throws {
    let row = try #require(
      Readme().table(after: "## Compared with FTS5").first { $0[0].contains("(\(path))") })
    #expect(row[1] == String(try Readme.code(of: path).count))
  }
}

/// The README of the example.
struct Readme {
  private let lines: [String]

  init() throws { lines = try Self.lines(of: "README.md") }

  /// Returns the first block of code in a language after a heading.
  func block(_ language: String, after heading: String) -> [String]? {
    let section = lines.drop { $0 != heading }.drop { $0 != "```\(language)" }.dropFirst()
    return section.firstIndex(of: "```").map { Array(section[..<$0]) }
  }

  /// Returns the cells of the first table after a heading, without its head.
  func table(after heading: String) -> [[String]] {
    let section = lines.drop { $0 != heading }.drop { !$0.hasPrefix("| ") }
    return section.prefix { $0.hasPrefix("| ") }.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Returns the lines of a source file that are neither blank nor comments.
  static func code(of path: String) throws -> [String] {
    try lines(of: path).filter { line in
      let text = line.trimmingCharacters(in: .whitespaces)
      return !text.isEmpty && !text.hasPrefix("//")
    }
  }

  private static func lines(of path: String) throws -> [String] {
    var folder = URL(filePath: #filePath)
    for _ in 1...3 { folder.deleteLastPathComponent() }
    return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
