import ArgumentParser
import Shortlist

/// `reindex`: rebuilds the index from the items.
struct ReindexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reindex", abstract: "Build the index anew from the items.",
    discussion: """
      The items can be searched and changed meanwhile. When it is broken off, the next command that \
      changes the file goes on where it was.
      """)

  @OptionGroup var database: DatabaseOptions

  @Flag(help: "Show progress even where standard error is no terminal.")
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
