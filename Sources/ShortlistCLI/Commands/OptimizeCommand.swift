import ArgumentParser
import Shortlist

struct OptimizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimize", abstract: "Merge the index for the fastest searches.")

  @OptionGroup var database: DatabaseOptions

  func run() throws {
    try database.change { try $0.optimize() }
  }
}
