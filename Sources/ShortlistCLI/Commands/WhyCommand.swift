import ArgumentParser
import Shortlist

/// `why`: explains why an item is or is not a hit.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Say why an item is a hit for some words, or why it is none.",
    discussion: "Exit status: 0 when it is a hit, 1 when it is none, 2 when there is no such item.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Argument(help: "The id, or a title that no other item has.")
  var item: String

  @OptionGroup var asked: QueryOptions

  @Flag(help: "Print the answer as JSON.")
  var json = false

  func run() throws {
    let repository = try database.openForReadingOrSample()
    let item = try repository.item(named: item)
    let why = try repository.why(item.id, asked.query(in: repository))
    let output = OutputFile.standardOutput()
    if json {
      var writer = JSONWriter()
      writer.why(why)
      try output.write(writer)
      try output.writeLine()
    } else {
      for sentence in why.sentences { try output.writeLine(TerminalText.shown(sentence)) }
    }
    try output.flush()
    if !why.isHit { throw ExitCode(1) }
  }
}
