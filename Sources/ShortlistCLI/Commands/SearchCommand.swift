import ArgumentParser
import Shortlist

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search for items.",
    discussion: """
      All words must match, the last one as a prefix: land, "new zeal". A "phrase", -word, \
      title:word and one OR other work too. Any text is a valid query.

      A filter compares attributes: 'continent = Europe', 'year >= 2010', 'tags IN [old, new]', \
      'capital EXISTS', with AND, OR, NOT and brackets. Case and accents make no difference. With \
      --where, --sort or --facet, the text may be missing; then all items match that meet the filter.

      With --format csv or tsv, prints a table with a row for each hit: the columns of export, and the \
      tier and score of the hit.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @OptionGroup var asked: QueryOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The maximum number of sections.", valueName: "n"))
  var groups: Int?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Count the values of this attribute among the matches; may be repeated.",
      valueName: "attribute"))
  var facet: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most values that --facet prints of an attribute.", valueName: "n"))
  var facetValues = 20

  @Flag(help: "Count all matches.")
  var exactTotals = false

  @Flag(help: "Explain how each hit matched.")
  var explain = false

  @Option(help: "The output format.")
  var format: Format?

  @Flag(help: "The same as --format json.")
  var json = false

  @Option(help: "When to highlight matches in colour.")
  var color = ColorChoice.auto

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, csv, tsv
  }

  func validate() throws {
    if let groups, groups < 1 { throw ValidationError("--groups must be 1 or more.") }
    if facetValues < 1 { throw ValidationError("--facet-values must be 1 or more.") }
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) exclude each other.")
    }
    if explain, format == .csv || format == .tsv {
      throw ValidationError("A table has no room for --explain.")
    }
    if !facet.isEmpty, format == .csv || format == .tsv {
      throw ValidationError("A table has no room for --facet.")
    }
  }

  func run() throws {
    let repository = try database.openForReadingOrSample()
    var query = try asked.query(in: repository)
    if exactTotals { query.totals = .exact }
    query.explains = explain
    query.maxGroups = groups
    query.facets = facet
    query.maxFacetValues = facetValues
    let isBlank = query.text.allSatisfy(\.isWhitespace)
    let listsItems = query.filter != nil || query.sort != nil || !facet.isEmpty
    if isBlank, !listsItems || query.match == .any {
      StandardError.writeLine("There are no words to search for.")
    }
    let results = try repository.search(query)
    let output = OutputFile.standardOutput()
    switch format ?? (json ? .json : .text) {
    case .json: try output.writeLine { $0.results(results) }
    case .csv: try output.write(results, CSVWriter(isForTerminal: output.isTerminal))
    case .tsv:
      try output.write(results, CSVWriter(separator: "\t", isForTerminal: output.isTerminal))
    case .text:
      for note in results.notes { StandardError.writeLine(TerminalText.shown(note.sentence)) }
      if let corrected = results.correctedText {
        StandardError.writeLine("Showing results for “\(TerminalText.shown(corrected))”.")
      }
      let style = Style(isColored: color.isOn(isTerminal: output.isTerminal))
      let printer = ResultsPrinter(output: output, style: style, explains: explain)
      try printer.print(results)
      if !results.isEmpty, results.facets.contains(where: { !$0.values.isEmpty }) {
        try output.writeLine()
        try FacetPrinter(output: output, style: style).print(results.facets)
      }
    }
    try output.flush()
    if results.isEmpty { throw ExitCode(1) }
  }
}

extension OutputFile {
  /// Writes a table of hits.
  fileprivate func write(
    _ results: SearchResults, _ table: CSVWriter
  ) throws(SystemError) {
    var table = table
    try write(table.header(and: ["tier", "score"]))
    for hit in results.hits {
      try write(table.item(hit.item, and: [hit.tier.name, hit.score.json]))
    }
  }
}
