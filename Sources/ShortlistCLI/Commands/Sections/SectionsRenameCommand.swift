import ArgumentParser
import Shortlist

/// `sections rename`: another title for a section.
struct SectionsRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a section another title; its id stays.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "Its id, or a title that no other section has.")
  var section: String

  @Argument(help: "The new title.")
  var title: String

  func run() throws {
    let repository = try database.openForChanging()
    try repository.renameSection(try repository.section(named: section), to: title)
    repository.close()
  }
}
