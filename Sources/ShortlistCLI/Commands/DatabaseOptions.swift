import ArgumentParser
import Shortlist

/// The `--database` option, and the ways to open that file for writing.
struct DatabaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database file.",
      discussion: """
        Defaults to the file named by SHORTLIST_DATABASE, or to shortlist.sqlite in the user's data \
        folder.
        """,
      valueName: "file"),
    completion: .file())
  var database: String?

  /// Opens an existing file, changes its contents and closes it.
  func change(_ change: (BlockingItemRepository) throws -> Void) throws {
    let repository = try openForChanging()
    try change(repository)
    repository.close()
  }

  /// Opens an existing file to change its contents.
  func openForChanging() throws -> BlockingItemRepository {
    let repository = try openForUpkeep()
    try Self.finishReindexing(repository)
    return repository
  }

  /// Opens an existing file to repair it or to rebuild its index.
  func openForUpkeep() throws -> BlockingItemRepository {
    let location = try DatabaseLocation.find(option: database)
    try location.requireFile()
    return try ItemRepository(path: location.path, options: Self.options()).blocking
  }

  /// Rebuilds the index if it is from an older version or was left half built.
  private static func finishReindexing(_ repository: BlockingItemRepository) throws {
    guard try repository.needsReindex() else { return }
    StandardError.writeLine("The index is out of date. Rebuilding it first.")
    try ReindexCommand.reindex(repository, isShown: false)
  }

  /// Opens the file to add items, creating it if it does not exist, along with the default folder.
  /// `stemming` applies only to a new file.
  func openForAdding(
    stemming: ItemRepository.Options.Stemming? = nil
  ) throws -> BlockingItemRepository {
    let location = try DatabaseLocation.find(option: database)
    if location.isDefault, let folder = location.folder {
      do {
        try FileStatus.makeFolder(folder)
      } catch {
        throw CommandFailure(
          "Cannot create the folder \(TerminalText.shown(folder)): \(error.reason).")
      }
    }
    var options = Self.options()
    options.stemming = stemming ?? .none
    let repository = try ItemRepository(path: location.path, options: options).blocking
    try Self.finishReindexing(repository)
    return repository
  }

  /// Options for a command, which runs one query at a time and exits when it is done.
  static func options() -> ItemRepository.Options {
    var options = ItemRepository.Options()
    options.readers = 1
    // More than an app on a phone would take: `pipe` may search a long list for hours.
    options.cacheSize = 32 << 20
    options.reindexesInBackground = false
    return options
  }
}

/// The database options of the commands that read, and the ways to open the file for them.
struct ReadableDatabaseOptions: ParsableArguments {
  @OptionGroup var file: DatabaseOptions

  @Flag(help: "Do not trust the file: check it first, and read only a copy of it.")
  var untrusted = false

  /// Opens an existing file for reading; never creates one.
  func openForReading() throws -> BlockingItemRepository {
    try open(DatabaseLocation.find(option: file.database), DatabaseOptions.options()).blocking
  }

  /// Opens an existing file to change its contents.
  func openForChanging() throws -> BlockingItemRepository {
    guard !untrusted else {
      throw CommandFailure("With --untrusted, the file is not changed.")
    }
    return try file.openForChanging()
  }

  /// Opens the file for reading, or the built-in sample if no file was named and the default one
  /// does not exist.
  func openForReadingOrSample() throws -> any ReadableList {
    let location = try DatabaseLocation.find(option: file.database)
    if let remote = try remote(at: location) { return RemoteReader(remote) }
    let sample = try openSample(insteadOf: location)
    return try (sample ?? open(location, DatabaseOptions.options())).blocking
  }

  /// Opens an existing file to search as the user types and, unless `isReadOnly`, to move items.
  /// Falls back to the built-in sample as ``openForReadingOrSample()`` does.
  func openForBrowsing(isReadOnly: Bool) throws -> ItemRepository {
    let location = try DatabaseLocation.find(option: file.database)
    let sample = try openSample(insteadOf: location)
    return try sample ?? open(location, ItemRepository.Options(), isReadOnly: isReadOnly)
  }

  /// Opens the list to browse that is not in a file; `nil` if it is in a file.
  func openRemoteForBrowsing() throws -> (any RemoteList)? {
    try remote(at: DatabaseLocation.find(option: file.database))
  }

  private func remote(at location: DatabaseLocation) throws -> (any RemoteList)? {
    try location.isDefault ? nil : ProgramExtension.current?.open(location.path)
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

  private func open(
    _ location: DatabaseLocation, _ options: ItemRepository.Options, isReadOnly: Bool = true
  ) throws -> ItemRepository {
    try location.requireFile()
    var options = options
    options.isReadOnly = isReadOnly || untrusted
    options.isUntrusted = untrusted
    return try ItemRepository(path: location.path, options: options)
  }
}

extension DatabaseLocation {
  fileprivate func requireFile() throws(CommandFailure) {
    do {
      _ = try FileStatus(path: path)
    } catch {
      guard error.isMissingFile else {
        throw CommandFailure(
          "Cannot open the database \(TerminalText.shown(path)): \(error.reason).")
      }
      throw CommandFailure("There is no database at \(TerminalText.shown(path)).")
    }
  }
}
