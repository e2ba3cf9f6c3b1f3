import ArgumentParser
import Shortlist

/// `export`: writes sections and items in a format that `import` reads.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the sections and items as NDJSON or CSV, as import reads them.",
    discussion: """
      One moment of the data, from top to bottom: a line for each section, and one for each of its \
      items. Imported into a new file, it gives the same answers; a database that finds other forms \
      of words is to be imported with the same --stemming.

      CSV is a table of the items alone, for spreadsheets and the like: titles of sections, and \
      sections without items, are left out, and a keyword that holds a semicolon becomes two.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Option(
    help: ArgumentHelp(
      "Export only this section, named by its id or title; may be repeated.", valueName: "id"))
  var section: [String] = []

  @Option(help: "The format.")
  var format = Format.ndjson

  @Flag(
    help: """
      With --format csv: put an apostrophe before texts that begin with = + - @, a tab or a CR, which \
      spreadsheets may take for formulas. Importing such a table keeps the apostrophes.
      """)
  var guardFormulas = false

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case ndjson, csv
  }

  func validate() throws {
    guard !guardFormulas || format == .csv else {
      throw ValidationError("--guard-formulas is for --format csv.")
    }
  }

  func run() throws {
    let repository = try database.openForReading()
    let sections = try section.map { try repository.section(named: $0) }
    let output = OutputFile.standardOutput()
    let write =
      switch format {
      case .ndjson: ndjson(to: output)
      case .csv: try csv(to: output)
      }
    try repository.export(sections.isEmpty ? nil : sections, to: write)
    try output.flush()
  }

  private func ndjson(to output: OutputFile) -> (ListElement) throws(SystemError) -> Void {
    var writer = JSONWriter()
    return { (element) throws(SystemError) in
      switch element {
      case .section(let section): writer.section(section)
      case .item(let item): writer.item(item)
      }
      writer.raw("\n")
      try output.write(writer)
      writer.removeAll()
    }
  }

  private func csv(
    to output: OutputFile
  ) throws(SystemError) -> (ListElement) throws(SystemError) -> Void {
    var writer = CSVWriter(guardsFormulas: guardFormulas, isForTerminal: output.isTerminal)
    writer.header()
    try output.write(writer.bytes)
    return { (element) throws(SystemError) in
      guard case .item(let item) = element else { return }
      writer.item(item)
      try output.write(writer.bytes)
    }
  }
}
