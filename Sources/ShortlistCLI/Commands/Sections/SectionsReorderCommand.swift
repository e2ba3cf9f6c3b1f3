import ArgumentParser
import Shortlist

/// `sections reorder`: another order of the sections.
struct SectionsReorderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reorder",
    abstract: "Put sections first, in this order; the others follow as they were.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "Their ids, or titles that no other section has.")
  var sections: [String]

  func run() throws {
    let repository = try database.openForChanging()
    try repository.reorderSections(try sections.map { try repository.section(named: $0) })
    repository.close()
  }
}
