import ArgumentParser
import Shortlist

struct MoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move items to another section or position.",
    discussion:
      "Creates the section if it does not exist. If one of the items is not found, none is moved.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The ids or unique titles of the items.")
  var items: [String]

  @Option(name: .customLong("to"), help: "The id or title of the section.")
  var section: String

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      "The position in the section, counted from 1; by default, at the end.", valueName: "n"))
  var place: Int?

  func validate() throws {
    if let place, place < 1 { throw ValidationError("--at must be 1 or more.") }
  }

  func run() throws {
    try database.change { repository in
      let ids = try items.map { try repository.item(named: $0).id }
      try repository.move(ids, to: repository.section(named: section), at: place.map { $0 - 1 })
    }
  }
}
