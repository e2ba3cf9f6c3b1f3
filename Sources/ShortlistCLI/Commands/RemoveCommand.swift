import ArgumentParser
import Shortlist

/// `remove`: removes items.
struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove items.",
    discussion: "Nothing is removed when one of them is not found.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The ids, or titles that no other item has.")
  var items: [String]

  func run() throws {
    let repository = try database.openForChanging()
    try repository.remove(try items.map { try repository.item(named: $0).id })
    repository.close()
  }
}
