import ArgumentParser
import Shortlist

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
    for token in try Token.tokens(of: text) {
      let range = text.utf8Range(token.range)
      if json {
        try output.writeLine {
          $0.object {
            $0.member("text", token.text)
            $0.member("kind", "\(token.kind)")
            $0.member("position", token.position)
            $0.key("range")
            $0.range(range)
          }
        }
      } else {
        try output.writeLine(
          "\(TerminalText.shown(token.text))  \(token.kind)  \(range.lowerBound)..<\(range.upperBound)"
        )
      }
    }
    try output.flush()
  }
}
