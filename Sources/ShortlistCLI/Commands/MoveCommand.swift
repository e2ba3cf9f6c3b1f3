import ArgumentParser
import Shortlist

/// `move`: moves items to another section or position.
struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move items to a section.",
    discussion: "The section is made when it is not there. Nothing moves when one is not found.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The ids, or titles that no other item has.")
  var items: [String]

  @Option(name: .customLong("to"), help: "The id or the title of the section.")
  var section: String

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      "The place in the section, counted from 1; at its end without it.", valueName: "n"))
  var place: Int?

  func validate() throws {
    if let place, place < 1 { throw ValidationError("--at takes a number of 1 or more.") }
  }

  func run() throws {
    let repository = try database.openForChanging()
    let ids = try items.map { try repository.item(named: $0).id }
    try repository.move(
      ids, to: try repository.section(named: section), at: place.map { $0 - 1 })
    repository.close()
  }
}
