import ArgumentParser
import Shortlist

/// `sections create`: a section without items.
struct SectionsCreateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a section at the end of the list.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "Its id.")
  var id: String

  @Option(help: "Its title; the id without it.")
  var title: String?

  func validate() throws {
    if id.isEmpty { throw ValidationError("The id is empty.") }
  }

  func run() throws {
    let repository = try database.openForAdding()
    try repository.createSection(ItemSection(id: ItemSection.ID(id), title: title))
    repository.close()
  }
}
