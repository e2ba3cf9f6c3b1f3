import ArgumentParser
import Shortlist

/// `sections remove`: a section and its items.
struct SectionsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a section with all of its items.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "Its id, or a title that no other section has.")
  var section: String

  func run() throws {
    let repository = try database.openForChanging()
    try repository.removeSection(try repository.section(named: section))
    repository.close()
  }
}
