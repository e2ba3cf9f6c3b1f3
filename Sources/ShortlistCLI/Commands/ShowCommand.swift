import ArgumentParser
import Shortlist

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all fields of an item.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Argument(help: "The id or unique title of the item.")
  var item: String

  @Flag(help: "Print the item as JSON.")
  var json = false

  func run() throws {
    let item = try database.openForReading().item(named: item)
    let output = OutputFile.standardOutput()
    if json {
      try output.writeLine { $0.item(item) }
    } else {
      try print(item, to: output)
    }
    try output.flush()
  }

  private func print(_ item: Item, to output: OutputFile) throws(SystemError) {
    try output.writeLine(TerminalText.shown(item.title))
    if !item.subtitle.isEmpty { try output.writeLine(TerminalText.shown(item.subtitle)) }
    try output.writeLine("  id        " + TerminalText.shown(item.id.rawValue))
    try output.writeLine("  section   " + TerminalText.shown(item.section.rawValue))
    if item.weight > 0 { try output.writeLine("  weight    " + item.weight.short) }
    for keyword in item.keywords {
      try output.writeLine("  keyword   " + TerminalText.shown(keyword))
    }
    for (name, value) in item.attributes.sorted(by: { $0.key < $1.key }) {
      try output.writeLine("  attribute " + TerminalText.shown(name) + " = " + value.shown)
    }
    if let payload = item.payload {
      try output.writeLine("  payload   " + payload.count.counted("byte"))
    }
    guard !item.body.isEmpty else { return }
    try output.writeLine()
    for line in item.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      try output.writeLine(TerminalText.shown(String(line)))
    }
  }
}
