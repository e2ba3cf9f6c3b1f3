import ArgumentParser
import Shortlist

/// `tokens`: prints the tokens of a text.
struct TokensCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens",
    abstract: "Show the tokens of a text.",
    discussion: "Prints one token per line: the token, its kind, and its range in UTF-8 bytes.")

  @Argument(help: "The text to tokenize.")
  var text: [String]

  @Flag(help: "Print each token as JSON.")
  var json = false

  func run() throws {
    let text = text.joined(separator: " ")
    let output = OutputFile.standardOutput()
    for token in try TokenizedText.tokens(of: text) {
      let range = text.utf8Range(token.range)
      if json {
        try output.writeLine(Self.json(token, range))
      } else {
        try output.writeLine(
          "\(TerminalText.shown(token.text))  \(token.kind)  \(range.lowerBound)..<\(range.upperBound)"
        )
      }
    }
    try output.flush()
  }

  private static func json(_ token: TokenizedText.Token, _ range: Range<Int>) -> String {
    var writer = JSONWriter()
    writer.raw("{\"text\":")
    writer.string(token.text)
    writer.raw(",\"kind\":")
    writer.string("\(token.kind)")
    writer.raw(",\"position\":")
    writer.integer(token.position)
    writer.raw(",\"range\":")
    writer.range(range)
    writer.raw("}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
