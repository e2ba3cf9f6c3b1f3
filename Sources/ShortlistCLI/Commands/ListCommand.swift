import ArgumentParser
import Shortlist

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the items, section by section.",
    discussion: "With --json, prints one item per line. For a consistent copy, use export.")

  /// The number of items held in memory at a time.
  private static let page = 1_000

  @OptionGroup var database: ReadableDatabaseOptions

  @Option(
    help: ArgumentHelp(
      "List only the section with this id or title; may be repeated.", valueName: "id"))
  var section: [String] = []

  @Flag(help: "Print each item as JSON.")
  var json = false

  @Option(help: "When to highlight headings.")
  var color = ColorChoice.auto

  func run() throws {
    let repository = try database.openForReading()
    let output = OutputFile.standardOutput()
    let style = Style(isColored: color.isOn(isTerminal: output.isTerminal))
    for summary in try sections(in: repository) {
      if !json { try output.writeHeading(of: summary, style: style) }
      var index = 0
      while index < summary.count {
        let items = try repository.items(in: summary.id, from: index, limit: Self.page)
        // Another process may have removed items in the meantime.
        guard !items.isEmpty else { break }
        index += items.count
        for item in items {
          if json {
            try output.writeLine { $0.item(item) }
          } else {
            var line = "  " + TerminalText.shown(item.title)
            if !item.subtitle.isEmpty { line += "  " + style.text(item.subtitle, style.faint) }
            try output.writeLine(line)
          }
        }
      }
    }
    try output.flush()
  }

  private func sections(in repository: BlockingItemRepository) throws -> [SectionSummary] {
    let all = try repository.sections()
    guard !section.isEmpty else { return all }
    return try section.map { name in
      let id = try repository.section(named: name)
      guard let summary = all.first(where: { $0.id == id }) else {
        throw CommandFailure("There is no section “\(TerminalText.shown(name))”.")
      }
      return summary
    }
  }
}

extension OutputFile {
  /// Writes the heading of a section: its title and number of items.
  func writeHeading(of summary: SectionSummary, style: Style) throws(SystemError) {
    try writeLine(
      style.text(summary.section.title, style.heading) + "  "
        + style.text(summary.count.grouped, style.faint))
  }
}
