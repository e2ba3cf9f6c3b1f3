import ArgumentParser
import Shortlist

/// `export`: everything, as `import` reads it.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the sections and items as NDJSON, as import reads them.",
    discussion: """
      One moment of the data, from top to bottom: a line for each section, and one for each of its \
      items. Imported into a new file, it gives the same answers; a database that finds other forms \
      of words is to be imported with the same --stemming.
      """)

  @OptionGroup var database: DatabaseOptions

  @Option(
    help: ArgumentHelp(
      "Export only this section, named by its id or title; may be repeated.", valueName: "id"))
  var section: [String] = []

  func run() throws {
    let repository = try database.openForReading()
    let sections = try section.map { try repository.section(named: $0) }
    let output = OutputFile.standardOutput()
    var writer = JSONWriter()
    try repository.export(sections.isEmpty ? nil : sections) { (element) throws(SystemError) in
      switch element {
      case .section(let section): writer.section(section)
      case .item(let item): writer.item(item)
      }
      try output.write(writer.bytes)
      writer.removeAll()
      try output.writeLine()
    }
    try output.flush()
  }
}
