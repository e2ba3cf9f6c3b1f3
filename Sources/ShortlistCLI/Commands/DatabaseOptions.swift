import ArgumentParser
import Shortlist

/// The option that every command has, and the ways to open what it names.
struct DatabaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database file.",
      discussion: """
        Without it, the file that SHORTLIST_DATABASE names; without that, shortlist.sqlite in the \
        user's data folder.
        """,
      valueName: "file"),
    completion: .file())
  var database: String?

  /// Opens the file to read from it. It must be there, and is never made.
  func openForReading() throws -> BlockingItemRepository {
    try openForReading(try DatabaseLocation.find(option: database))
  }

  /// Opens the file to read from it; the built-in sample while nobody named a file and the default
  /// one is not there.
  func openForReadingOrSample() throws -> BlockingItemRepository {
    let location = try DatabaseLocation.find(option: database)
    guard location.isDefault, !FileStatus.exists(location.path) else {
      return try openForReading(location)
    }
    StandardError.writeLine(
      "Using the built-in sample: there is no database at \(TerminalText.shown(location.path)) yet."
    )
    let repository = try ItemRepository(path: ":memory:", options: Self.options()).blocking
    try repository.upsert(SampleItems.items)
    return repository
  }

  /// Opens the file to change what is in it. It must be there.
  func openForChanging() throws -> BlockingItemRepository {
    let location = try DatabaseLocation.find(option: database)
    try requireFile(location)
    return try ItemRepository(path: location.path, options: Self.options()).blocking
  }

  /// Opens the file to add to it, and makes it when it is not there; the folder too, when it is
  /// the default one.
  /// A file that is made now gets the stems that `stemming` asks for.
  func openForAdding(
    stemming: ItemRepository.Options.Stemming? = nil
  ) throws -> BlockingItemRepository {
    let location = try DatabaseLocation.find(option: database)
    if location.isDefault, let folder = location.folder {
      do {
        try FileStatus.makeFolder(folder)
      } catch {
        throw CommandFailure(
          "Cannot make the folder \(TerminalText.shown(folder)): \(error.reason).")
      }
    }
    var options = Self.options()
    options.stemming = stemming ?? .none
    return try ItemRepository(path: location.path, options: options).blocking
  }

  private func openForReading(_ location: DatabaseLocation) throws -> BlockingItemRepository {
    try requireFile(location)
    var options = Self.options()
    options.isReadOnly = true
    return try ItemRepository(path: location.path, options: options).blocking
  }

  private func requireFile(_ location: DatabaseLocation) throws(CommandFailure) {
    guard FileStatus.exists(location.path) else {
      throw CommandFailure("There is no database at \(TerminalText.shown(location.path)).")
    }
  }

  /// A command asks one thing after the other, so one reader does.
  private static func options() -> ItemRepository.Options {
    var options = ItemRepository.Options()
    options.readers = 1
    return options
  }
}
