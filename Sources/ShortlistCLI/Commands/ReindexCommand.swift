import ArgumentParser
import Shortlist

/// `reindex`: the index anew from the items.
struct ReindexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reindex", abstract: "Build the index anew from the items.")

  @OptionGroup var database: DatabaseOptions

  @Flag(help: "Show progress even where standard error is no terminal.")
  var progress = false

  func run() throws {
    let repository = try database.openForChanging()
    let line = ProgressLine(isForced: progress)
    try repository.reindex { done in
      line.show("Indexed \(done.loaded.counted("item")).")
    }
    line.clear()
    repository.close()
  }
}
