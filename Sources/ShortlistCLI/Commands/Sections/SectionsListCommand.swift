import ArgumentParser
import Shortlist

/// `sections list`, or just `sections`.
struct SectionsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the sections and how many items each has.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print each section as JSON.")
  var json = false

  @Option(help: "Whether to set off titles with colour.")
  var color = ColorChoice.auto

  func run() throws {
    let output = OutputFile.standardOutput()
    let style = Style(isColored: color.isOn(isTerminal: output.isTerminal))
    for summary in try database.openForReading().sections() {
      if json {
        try output.writeLine(Self.json(summary))
      } else {
        try output.writeHeading(of: summary, style: style)
      }
    }
    try output.flush()
  }

  private static func json(_ summary: SectionSummary) -> String {
    var writer = JSONWriter()
    writer.raw("{\"id\":")
    writer.string(summary.id.rawValue)
    writer.raw(",\"title\":")
    writer.string(summary.section.title)
    writer.raw(",\"count\":")
    writer.integer(summary.count)
    writer.raw("}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
