import ArgumentParser
import Shortlist

struct ReindexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reindex", abstract: "Rebuild the index from the items.",
    discussion: """
      The items can still be searched and changed. If the rebuild is interrupted, the next command \
      that changes the file resumes it.
      """)

  @OptionGroup var database: DatabaseOptions

  @Flag(help: "Show progress even if standard error is not a terminal.")
  var progress = false

  func run() throws {
    let repository = try database.openForUpkeep()
    try Self.reindex(repository, isShown: progress)
    repository.close()
  }

  /// Rebuilds the index, or resumes an interrupted rebuild, and shows progress.
  static func reindex(_ repository: BlockingItemRepository, isShown: Bool) throws {
    let line = ProgressLine(isForced: isShown)
    try repository.reindex { done in
      line.show("Indexed \(done.loaded.counted("item")).")
    }
    line.clear()
  }
}
