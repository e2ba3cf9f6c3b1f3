import ArgumentParser
import Shortlist

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export sections and items as NDJSON or CSV.",
    discussion: """
      Writes a consistent copy of the data, from top to bottom, with a line for each section and \
      each of its items, then one for each pin (see `pins`) and, unless --section is used, one for each \
      set of synonyms. Importing it into a new file gives the same search results; if the database uses \
      stemming, import with the same --stemming.

      CSV is a table of only the items, for spreadsheets and the like: it omits synonyms, pins, the \
      titles of sections and sections without items, and a keyword that contains a semicolon becomes two. \
      Each attribute has a column; its name begins with “attributes.” if it would mean something else. A \
      list of values becomes a text, with semicolons, and a text that spells a number becomes a number.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Option(
    help: ArgumentHelp(
      "Export only the section with this id or title; may be repeated.", valueName: "id"))
  var section: [String] = []

  @Option(help: "The output format.")
  var format = Format.ndjson

  @Flag(
    help: """
      With --format csv, put an apostrophe before text that begins with = + - @, a tab or a CR, \
      which spreadsheets may take for a formula. Importing the table keeps the apostrophes.
      """)
  var guardFormulas = false

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case ndjson, csv
  }

  func validate() throws {
    guard !guardFormulas || format == .csv else {
      throw ValidationError("--guard-formulas requires --format csv.")
    }
  }

  func run() throws {
    let repository = try database.openForReading()
    let sections = try section.map { try repository.section(named: $0) }
    let output = OutputFile.standardOutput()
    var json = JSONWriter()
    var csv = CSVWriter(
      guardsFormulas: guardFormulas, isForTerminal: output.isTerminal,
      attributes: format == .csv ? try repository.attributes().map(\.name) : [])
    if format == .csv { try output.write(csv.header()) }
    try repository.export(sections.isEmpty ? nil : sections) { (element) throws(SystemError) in
      switch (format, element) {
      case (.csv, .section), (.csv, .pin): return
      case (.csv, .item(let item)): return try output.write(csv.item(item))
      case (.ndjson, .section(let section)): json.section(section)
      case (.ndjson, .item(let item)): json.item(item)
      case (.ndjson, .pin(let pin)): json.pinRecord(pin)
      }
      json.raw("\n")
      try output.write(json)
      json.removeAll()
    }
    let synonyms = sections.isEmpty ? try repository.synonyms() : []
    if format == .ndjson {
      for set in synonyms { try output.writeLine { $0.synonyms(set) } }
    }
    try output.flush()
    if format == .csv, !synonyms.isEmpty {
      StandardError.writeLine(
        "Left out \(synonyms.count.counted("set")) of synonyms: a table cannot hold them, NDJSON can."
      )
    }
  }
}
