public import Foundation

/// A text file of the package: a document with fenced blocks of code, or a source file with the code that a
/// document shows.
public struct Document: Sendable {
  /// The folder of the package.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the guides, in the package.
  public static let catalogue = "Sources/Shortlist/Shortlist.docc"

  /// The lines, without an empty one after the last line end.
  public let lines: [String]
  /// The folder of the file.
  public let folder: URL

  /// Reads the file at a path in the package.
  public init(_ path: String) throws {
    let file = Self.root.appending(path: path)
    folder = file.deletingLastPathComponent()
    var lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
  }

  /// Returns the paths of all files in a folder of the package, and in the folders below it, that end in
  /// `suffix`, in order.
  public static func paths(in folder: String, suffix: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (names?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(suffix) }.sorted().map { folder + "/" + $0 }
  }

  /// Returns the fenced blocks in one language.
  public func blocks(_ language: String) -> [[String]] {
    blocks(from: { $0 == "```" + language }, to: { $0 == "```" })
  }

  /// The parts of a source file between `// snippet: name` and `// end`, without their common indentation.
  public var snippets: [[String]] {
    blocks(
      from: { $0.drop { $0 == " " }.hasPrefix("// snippet: ") },
      to: { $0.drop { $0 == " " } == "// end" }
    ).map { block in
      let depth = block.first.map { $0.prefix { $0 == " " }.count } ?? 0
      return block.map { String($0.dropFirst(depth)) }
    }
  }

  /// A command in a block of the language `console`, after a prompt, and its expected output.
  public struct Command: Sendable {
    /// The text after the prompt.
    public let text: String
    /// The lines up to the next prompt.
    public var output: [String] = []

    /// The file that the command shows: `cat` gives the contents of a file.
    public var shownFile: String? { text.hasPrefix("cat ") ? String(text.dropFirst(4)) : nil }
  }

  /// The commands of the document, with their output.
  public var commands: [Command] {
    blocks("console").joined().reduce(into: []) { commands, line in
      if line.hasPrefix("$ ") {
        commands.append(Command(text: String(line.dropFirst(2))))
      } else {
        precondition(!commands.isEmpty, "A block begins without a prompt: \(line)")
        commands[commands.count - 1].output.append(line)
      }
    }
  }

  private func blocks(
    from isStart: (String) -> Bool, to isEnd: (String) -> Bool
  ) -> [[String]] {
    var blocks: [[String]] = []
    var rest = lines[...]
    while let start = rest.firstIndex(where: isStart),
      let end = rest[start...].firstIndex(where: isEnd)
    {
      blocks.append(Array(lines[(start + 1)..<end]))
      rest = lines[(end + 1)...]
    }
    return blocks
  }
}
