import ArgumentParser
import Shortlist

/// `optimize`: merges the index into one segment.
struct OptimizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimize", abstract: "Merge the index for the fastest searches.")

  @OptionGroup var database: DatabaseOptions

  func run() throws {
    let repository = try database.openForChanging()
    try repository.optimize()
    repository.close()
  }
}
