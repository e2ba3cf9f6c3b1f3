import ArgumentParser
import Shortlist

/// `why`: why an item is a hit, or is none.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Say why an item is a hit for some words, or why it is none.",
    discussion: "Exit status: 0 when it is a hit, 1 when it is none, 2 when there is no such item.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The id, or a title that no other item has.")
  var item: String

  @Argument(parsing: .allUnrecognized, help: "What would be looked for.")
  var words: [String] = []

  @Option(help: ArgumentHelp("Look only in this section; may be repeated.", valueName: "id"))
  var section: [String] = []

  @Option(
    help: ArgumentHelp(
      "The largest number of hits: 10 for each section, 20 with --flat.", valueName: "n"))
  var limit: Int?

  @Flag(help: "One list without sections.")
  var flat = false

  @Option(help: "Best hits first (rank), or as in the list (list).")
  var order = SearchQuery.Order.rank

  @Option(help: "Whether all words must match, or any (all, any).")
  var match = SearchQuery.Match.all

  @Flag(help: "Find no misspelt words.")
  var noTypos = false

  @Flag(help: "Print the answer as JSON.")
  var json = false

  func validate() throws {
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      throw ValidationError("Unknown option '\(TerminalText.shown(word))'")
    }
    if let limit, limit < 1 { throw ValidationError("--limit takes a number of 1 or more.") }
  }

  func run() throws {
    let repository = try database.openForReadingOrSample()
    let item = try repository.item(named: item)
    var words = words
    if let terminator = words.firstIndex(of: "--") { words.remove(at: terminator) }
    let sections = try section.map { try repository.section(named: $0) }
    let query = SearchQuery(
      words.joined(separator: " "), in: sections.isEmpty ? nil : sections,
      limit: limit ?? (flat ? 20 : 10), layout: flat ? .flat : .grouped, order: order,
      match: match, typos: !noTypos)
    let why = try repository.why(item.id, query)
    let output = OutputFile.standardOutput()
    if json {
      var writer = JSONWriter()
      writer.why(why)
      try output.write(writer.bytes)
      try output.writeLine()
    } else {
      for sentence in why.sentences { try output.writeLine(TerminalText.shown(sentence)) }
    }
    try output.flush()
    if !why.isHit { throw ExitCode(1) }
  }
}
