import ArgumentParser
import Shortlist

/// The option that every command has, and the ways to open what it names in order to change it.
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

  /// Opens the file to change what is in it. It must be there.
  func openForChanging() throws -> BlockingItemRepository {
    let repository = try openForUpkeep()
    try Self.finishReindexing(repository)
    return repository
  }

  /// Opens the file to mend it, or to build its index anew. It must be there.
  func openForUpkeep() throws -> BlockingItemRepository {
    let location = try DatabaseLocation.find(option: database)
    try location.requireFile()
    return try ItemRepository(path: location.path, options: Self.options()).blocking
  }

  /// Builds the index anew where it is of an older version, or was left half built.
  private static func finishReindexing(_ repository: BlockingItemRepository) throws {
    guard try repository.needsReindex() else { return }
    StandardError.writeLine("The index is not up to date, and is built anew first.")
    try ReindexCommand.reindex(repository, isShown: false)
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
    let repository = try ItemRepository(path: location.path, options: options).blocking
    try Self.finishReindexing(repository)
    return repository
  }

  /// A command asks one thing after the other, so one reader does, and it does not outlive its work.
  static func options() -> ItemRepository.Options {
    var options = ItemRepository.Options()
    options.readers = 1
    options.reindexesInBackground = false
    return options
  }
}

/// The options of the commands that only read, and the ways to open what they name.
struct ReadableDatabaseOptions: ParsableArguments {
  @OptionGroup var file: DatabaseOptions

  @Flag(
    help: "Take the file for one that may do harm: check it first, and only read a copy of it.")
  var untrusted = false

  /// Opens the file to read from it. It must be there, and is never made.
  func openForReading() throws -> BlockingItemRepository {
    try openForReading(try DatabaseLocation.find(option: file.database))
  }

  /// Opens the file to read from it; the built-in sample while nobody named a file and the default
  /// one is not there.
  func openForReadingOrSample() throws -> BlockingItemRepository {
    let location = try DatabaseLocation.find(option: file.database)
    return try openSample(insteadOf: location)?.blocking ?? openForReading(location)
  }

  /// Opens the file to search it while somebody types, and to move its items unless it is only to be
  /// read; the built-in sample as above. The file must be there.
  func openForBrowsing(isReadOnly: Bool) throws -> ItemRepository {
    let location = try DatabaseLocation.find(option: file.database)
    if let sample = try openSample(insteadOf: location) { return sample }
    try location.requireFile()
    var options = ItemRepository.Options()
    options.isReadOnly = isReadOnly || untrusted
    options.isUntrusted = untrusted
    return try ItemRepository(path: location.path, options: options)
  }

  private func openSample(insteadOf location: DatabaseLocation) throws -> ItemRepository? {
    guard location.isDefault, !FileStatus.exists(location.path) else { return nil }
    StandardError.writeLine(
      "Using the built-in sample: there is no database at \(TerminalText.shown(location.path)) yet."
    )
    let repository = try ItemRepository(path: ":memory:", options: DatabaseOptions.options())
    try repository.blocking.upsert(SampleItems.items)
    return repository
  }

  private func openForReading(_ location: DatabaseLocation) throws -> BlockingItemRepository {
    try location.requireFile()
    var options = DatabaseOptions.options()
    options.isReadOnly = true
    options.isUntrusted = untrusted
    return try ItemRepository(path: location.path, options: options).blocking
  }
}

extension DatabaseLocation {
  fileprivate func requireFile() throws(CommandFailure) {
    guard FileStatus.exists(path) else {
      throw CommandFailure("There is no database at \(TerminalText.shown(path)).")
    }
  }
}
