import ArgumentParser
import Shortlist

/// `search`: the hits for some words, by section.
struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find items.",
    discussion: """
      All words must match, the last one as a prefix: land, "new zeal". A "phrase", -word, \
      title:word and one OR other work too. Nothing that is typed is an error.
      """)

  @OptionGroup var database: DatabaseOptions

  @Argument(parsing: .allUnrecognized, help: "What to look for.")
  var words: [String] = []

  @Option(help: ArgumentHelp("Look only in this section; may be repeated.", valueName: "id"))
  var section: [String] = []

  @Option(
    help: ArgumentHelp(
      "The largest number of hits: 10 for each section, 20 with --flat.", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("The largest number of sections.", valueName: "n"))
  var groups: Int?

  @Flag(help: "One list without sections.")
  var flat = false

  @Option(help: "Best hits first (rank), or as in the list (list).")
  var order = SearchQuery.Order.rank

  @Option(help: "Whether all words must match, or any (all, any).")
  var match = SearchQuery.Match.all

  @Flag(help: "Find no misspelt words.")
  var noTypos = false

  @Flag(help: "Count all matches.")
  var exactTotals = false

  @Flag(help: "Say how each hit matched.")
  var explain = false

  @Flag(help: "Print the answer as JSON.")
  var json = false

  @Option(help: "Whether to set off what matched with colour.")
  var color = ColorChoice.auto

  func validate() throws {
    // Words such as -ice must come through, but a misspelt option is no word; after -- all are.
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      throw ValidationError("Unknown option '\(TerminalText.shown(word))'")
    }
    for (name, number) in [("limit", limit), ("groups", groups)] {
      if let number, number < 1 { throw ValidationError("--\(name) takes a number of 1 or more.") }
    }
  }

  func run() throws {
    let repository = try database.openForReadingOrSample()
    let results = try repository.search(try query(in: repository))
    let output = OutputFile.standardOutput()
    if json {
      var writer = JSONWriter()
      writer.results(results, maximumGroups: groups)
      try output.write(writer.bytes)
      try output.writeLine()
    } else {
      for note in results.notes { StandardError.writeLine(TerminalText.shown(note.sentence)) }
      if let corrected = results.correctedText {
        StandardError.writeLine("Showing results for “\(TerminalText.shown(corrected))”.")
      }
      let style = Style(isColored: color.isOn(isTerminal: output.isTerminal))
      let printer = ResultsPrinter(
        output: output, style: style, maximumGroups: groups, explains: explain)
      try printer.print(results)
    }
    try output.flush()
    if results.hits.isEmpty { throw ExitCode(1) }
  }

  private func query(in repository: BlockingItemRepository) throws -> SearchQuery {
    var words = words
    if let terminator = words.firstIndex(of: "--") { words.remove(at: terminator) }
    let sections = try section.map { try repository.section(named: $0) }
    return SearchQuery(
      words.joined(separator: " "), in: sections.isEmpty ? nil : sections,
      limit: limit ?? (flat ? 20 : 10), layout: flat ? .flat : .grouped, order: order,
      match: match, totals: exactTotals ? .exact : .bounded(1_000), typos: !noTypos,
      explains: explain)
  }
}
