import ArgumentParser
import Shortlist

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why an item is or is not a hit.",
    discussion: "Exit status: 0 if it is a hit, 1 if it is not, 2 if there is no such item.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Argument(help: "The id or unique title of the item.")
  var item: String

  @OptionGroup var asked: QueryOptions

  @Flag(help: "Print the explanation as JSON.")
  var json = false

  func run() throws {
    let repository = try database.openForReadingOrSample()
    let item = try repository.item(named: item)
    let why = try repository.why(item.id, asked.query(in: repository))
    let output = OutputFile.standardOutput()
    if json {
      try output.writeLine { $0.why(why) }
    } else {
      for sentence in why.sentences { try output.writeLine(TerminalText.shown(sentence)) }
    }
    try output.flush()
    if !why.isHit { throw ExitCode(1) }
  }
}
