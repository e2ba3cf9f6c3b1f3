import ArgumentParser
import Shortlist

struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove items.",
    discussion: "If one of the items is not found, none is removed.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The ids or unique titles of the items.")
  var items: [String]

  func run() throws {
    try database.change { repository in
      try repository.remove(items.map { try repository.item(named: $0).id })
    }
  }
}
