import ArgumentParser
import Shortlist

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search for items.",
    discussion: """
      All words must match, the last one as a prefix: land, "new zeal". A "phrase", -word, \
      title:word and one OR other work too. Any text is a valid query.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @OptionGroup var asked: QueryOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of sections.", valueName: "n"))
  var groups: Int?

  @Flag(help: "Count all matches.")
  var exactTotals = false

  @Flag(help: "Explain how each hit matched.")
  var explain = false

  @Flag(help: "Print the results as JSON.")
  var json = false

  @Option(help: "When to highlight matches in colour.")
  var color = ColorChoice.auto

  func validate() throws {
    if let groups, groups < 1 { throw ValidationError("--groups must be 1 or more.") }
  }

  func run() throws {
    let repository = try database.openForReadingOrSample()
    var query = try asked.query(in: repository)
    if exactTotals { query.totals = .exact }
    query.explains = explain
    query.maxGroups = groups
    if query.text.allSatisfy(\.isWhitespace) {
      StandardError.writeLine("There are no words to search for.")
    }
    let results = try repository.search(query)
    let output = OutputFile.standardOutput()
    if json {
      try output.writeLine { $0.results(results) }
    } else {
      for note in results.notes { StandardError.writeLine(TerminalText.shown(note.sentence)) }
      if let corrected = results.correctedText {
        StandardError.writeLine("Showing results for “\(TerminalText.shown(corrected))”.")
      }
      let style = Style(isColored: color.isOn(isTerminal: output.isTerminal))
      let printer = ResultsPrinter(output: output, style: style, explains: explain)
      try printer.print(results)
    }
    try output.flush()
    if results.isEmpty { throw ExitCode(1) }
  }
}
