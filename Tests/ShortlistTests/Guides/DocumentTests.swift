import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// Compares the code in the README and the guides with the snippets in the tests, which compile and run it.
@Suite("The README and the guides")
struct DocumentTests {
  private static let guides = Document.paths(in: Document.catalogue, suffix: ".md")
  private static let documents = ["README.md"] + guides

  /// Returns the Swift code of a document, without that for a manifest.
  private static func code(in path: String) throws -> [[String]] {
    try Document(path).blocks("swift").filter { block in
      guard let first = block.first else { return false }
      return !first.hasPrefix("// swift-tools-version") && !first.hasPrefix(".package(")
    }.map { block in
      // A test file imports the library once, and a test program has one `@main`.
      Array(block.drop { $0 == "import Shortlist" || $0.isEmpty || $0 == "@main" })
    }
  }

  /// The code that tests compile. The README of `ShortlistGRDB` has code that its own package compiles.
  private static func snippets() throws -> Set<[String]> {
    let sources = Document.paths(in: "Tests", suffix: ".swift")
    return Set(try sources.flatMap { try Document($0).snippets })
  }

  @Test("show only Swift code that a test compiles", arguments: documents)
  func code(path: String) throws {
    let ofGRDB = try Document("Integrations/GRDB/README.md").blocks("swift")
      .map { Array($0.drop { !$0.hasPrefix("let ") }) }
    let compiled = try Self.snippets().union(ofGRDB)
    let others = try Self.code(in: path).filter { !compiled.contains($0) }
    #expect(others == [])
  }

  @Test("show every snippet of the tests")
  func snippets() throws {
    let shown = Set(try Self.documents.flatMap { try Self.code(in: $0) })
    #expect(try Self.snippets().subtracting(shown) == [])
  }

  @Test(
    "depend on this version", arguments: ["README.md", Document.catalogue + "/GettingStarted.md"])
  func version(path: String) throws {
    let dependency =
      ".package(url: \"<URL of this repository>\", from: \"\(ShortlistVersion.current)\")"
    let lines = try Document(path).blocks("swift").joined()
    #expect(lines.contains { $0.drop { $0 == " " } == dependency })
  }

  @Test("have a front page that lists every guide")
  func frontPage() throws {
    let front = try Document(Document.catalogue + "/Shortlist.md")
    for path in Self.guides where !path.hasSuffix("/Shortlist.md") {
      let name = URL(filePath: path).deletingPathExtension().lastPathComponent
      #expect(front.lines.contains("- <doc:\(name)>"), "\(name)")
      #expect(try Document(path).lines.count < 250, "\(name)")
    }
  }

  @Test("have a guide to errors that lists every code once")
  func codes() throws {
    let source = try Document("Sources/Shortlist/Items/ShortlistError.swift")
    let codes = source.lines.compactMap { line in
      line.firstMatch(of: /public static let (\w+) = Code\(/).map { String($0.output.1) }
    }
    let listed = try Document(Document.catalogue + "/HandlingErrors.md").lines.compactMap { line in
      line.firstMatch(of: /^\| `(\w+)` \|/).map { String($0.output.1) }
    }
    #expect(codes.count > 20)
    #expect(listed.sorted() == codes.sorted())
  }
}
