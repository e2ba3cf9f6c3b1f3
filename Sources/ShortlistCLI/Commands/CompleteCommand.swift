import ArgumentParser
import Shortlist

/// `complete`: suggests completions.
struct CompleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Suggest completions.",
    discussion: """
      Alternates between titles that begin with the text and terms that begin with its last word, \
      each sorted by weight. The typed part is highlighted in colour.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Argument(parsing: .allUnrecognized, help: "The text typed so far.")
  var text: [String] = []

  @Option(help: ArgumentHelp("Suggest only from this section; may be repeated.", valueName: "id"))
  var section: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of completions.", valueName: "n"))
  var limit = 8

  @Flag(help: "Print the completions as JSON.")
  var json = false

  @Option(help: "When to highlight the typed part in colour.")
  var color = ColorChoice.auto

  func validate() throws {
    for word in text.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      throw ValidationError("Unknown option '\(TerminalText.shown(word))'")
    }
    guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
  }

  func run() throws {
    let repository = try database.openForReadingOrSample()
    var words = text
    if let terminator = words.firstIndex(of: "--") { words.remove(at: terminator) }
    let sections = try section.map { try repository.section(named: $0) }
    let completions = try repository.completions(
      for: words.joined(separator: " "), limit: limit, in: sections.isEmpty ? nil : sections)
    let output = OutputFile.standardOutput()
    if json {
      try output.writeLine { $0.completions(completions) }
    } else {
      let style = Style(isColored: color.isOn(isTerminal: output.isTerminal))
      for completion in completions {
        try output.writeLine(style.text(completion.text, matching: [completion.typed]))
      }
    }
    try output.flush()
    if completions.isEmpty { throw ExitCode(1) }
  }
}
