import ArgumentParser
import Shortlist

struct CompleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Suggest completions.",
    discussion: """
      Alternates between titles that begin with the text and words that complete its last word, as \
      the best item writes them, each sorted by weight. The typed part is highlighted in colour.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @OptionGroup var typed: TypedText

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of completions.", valueName: "n"))
  var limit = 8

  @Flag(help: "Print the completions as JSON.")
  var json = false

  @Option(help: "When to highlight the typed part in colour.")
  var color = ColorChoice.auto

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
  }

  func run() throws {
    let repository = try database.openForReadingOrSample()
    let completions = try repository.completions(
      for: typed.text, limit: limit, in: typed.sections(in: repository))
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
