#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A searchable repository of items in sections, stored in one file or in memory.
///
/// ```swift
/// let countries = try ItemRepository(path: "countries.db")
/// try await countries.add("New Zealand", to: "Countries to visit")
/// let results = try await countries.search(SearchQuery("zea"))
/// print(results.hits.map(\.item.title))
/// ```
///
/// Any task can call any method. The work runs on the repository's own threads, one writer and a
/// few readers, so it never blocks Swift's threads. Where all cores are busy, readers go first: somebody
/// waits for them, letter by letter. ``blocking`` offers the same operations on the calling thread.
/// Several repositories, in several processes, can use one file at the same time.
///
/// ## Errors
///
/// Besides the errors listed for it, a call may fail with a *read error* or a *write error*. The
/// codes of a read error are ``ShortlistError/Code/closed``, ``ShortlistError/Code/storage``,
/// ``ShortlistError/Code/damaged``, ``ShortlistError/Code/busy``,
/// ``ShortlistError/Code/cannotOpen``, ``ShortlistError/Code/logLost``,
/// ``ShortlistError/Code/newerVersion`` and ``ShortlistError/Code/outOfMemory``. A write error may
/// also be ``ShortlistError/Code/readOnly`` or ``ShortlistError/Code/full``; it undoes the whole
/// change.
public final class ItemRepository: Sendable {
  /// The options for opening a file.
  public typealias Options = RepositoryOptions

  /// The same operations on the calling thread, for command-line tools and tests.
  public let blocking: BlockingItemRepository
  private let readers: Workers
  private let writer = Workers(limit: 1, start: DetachedThread.startWithLowPriority)

  /// The stemming of words, fixed when the file was created.
  public var stemming: Options.Stemming { blocking.stemming }

  /// Whether every change throws ``ShortlistError/Code/readOnly``: because the file was opened so, or
  /// because it stands where this user cannot change it (``Statistics/readOnlyReason``).
  public var isReadOnly: Bool { blocking.isReadOnly }

  /// Opens the file at `path`, creating it if necessary; `":memory:"` makes a private repository in
  /// memory.
  ///
  /// A file that this user may not write, or that stands where no file can be created, such as in the
  /// bundle of an app, is opened for reading only. So is a file of another user if the log that SQLite
  /// would create beside it could lock the owner out. Reading such a file leaves nothing behind. A
  /// file that was changed and has no log now is read from a private copy, which is made again after
  /// each change; ``backup(to:replacing:forReading:)`` makes one that needs no copy.
  ///
  /// - Throws: ``ShortlistError/Code/cannotOpen``, ``ShortlistError/Code/notAnIndex`` or
  ///   ``ShortlistError/Code/newerVersion``, leaving the file unchanged;
  ///   ``ShortlistError/Code/damaged`` if damage is found; ``ShortlistError/Code/unsupported`` if
  ///   SQLite has no FTS5; or a write error.
  public init(path: String, options: Options = Options()) throws(ShortlistError) {
    blocking = try BlockingItemRepository(path: path, options: options)
    readers = Workers(limit: options.readers)
    if options.reindexesInBackground, !isReadOnly, try blocking.needsReindex() {
      goOn(with: Reindexing(blocking.database, maximumItems: LoadSize.itemsBetweenLooks))
    }
  }

  /// Opens the file at a URL, like ``init(path:options:)`` at a path.
  ///
  /// - Throws: as for a path; ``ShortlistError/Code/cannotOpen`` if the URL is not a file URL.
  public convenience init(url: URL, options: Options = Options()) throws(ShortlistError) {
    try self.init(path: url.databasePath, options: options)
  }

  /// Does one step of an index rebuild, then queues the next step behind any pending writes. After
  /// an error, ``reindex(progress:)`` or the next opening of the file continues the rebuild.
  private func goOn(with reindexing: Reindexing) {
    writer.submit { [weak self] in
      guard let self else { return }
      var reindexing = reindexing
      do throws(ShortlistError) {
        guard try reindexing.step() else { return }
        goOn(with: reindexing)
      } catch {
        // After `close()`, there is nobody to tell.
        if error.code != .closed { blocking.reindexingFailure.withLock { $0 = error } }
      }
    }
  }

  /// Waits for running work, then closes the file. Later calls throw
  /// ``ShortlistError/Code/closed``. A second call does nothing.
  public func close() async {
    let blocking = blocking
    try? await writer.run { () throws(ShortlistError) in blocking.close() }
  }

  /// Frees the memory of all caches, and closes the readers that are not needed. Call it when the
  /// system is short of memory, or when the app goes to the background.
  ///
  /// Searches under way free theirs when they end. The next ones read again what they need, which
  /// takes a few milliseconds.
  public func releaseMemory() {
    blocking.releaseMemory()
    readers.runOnFreeThreads { [database = blocking.database] in database.trimMemory() }
  }

  /// Turns off SQLite's count of the memory it uses, in the whole process. All threads take one lock
  /// for it, some hundred times in each search. Without it, two tasks on two cores make about 14 %
  /// more searches a second.
  ///
  /// Call it when a server starts. SQLite accepts it only before anything in the process has used
  /// SQLite, and logs a misuse afterwards. Without the count, `sqlite3_memory_used` returns 0, and
  /// `sqlite3_soft_heap_limit64` has no effect.
  ///
  /// - Returns: whether it took effect.
  @discardableResult
  public static func turnOffMemoryStatistics() -> Bool { Database.turnOffMemoryStatistics() }

  /// Finds the items that match a query. The text a person types is never an error.
  ///
  /// Cancelling the task stops the search inside SQLite.
  ///
  /// - Throws: ``ShortlistError/Code/cancelled``, or a read error (see ``ItemRepository``).
  /// - Complexity: with a prefix of up to three letters, or whole words, O(*s* · (*k* + log *n*))
  ///   for *k* hits in each of *s* sections of *n* items, and as much again for bounded totals;
  ///   otherwise, and with exact totals, O(*m*) for *m* matches.
  public func search(_ query: SearchQuery) async throws(ShortlistError) -> SearchResults {
    let budget = try SearchBudget()
    let blocking = blocking
    return try await readers.run(onCancel: budget.cancel) { () throws(ShortlistError) in
      try blocking.search(query, budget: budget)
    }
  }

  func read<Result: Sendable>(
    budget: SearchBudget? = nil,
    _ work: @escaping @Sendable (BlockingItemRepository) throws(ShortlistError) -> Result
  ) async throws(ShortlistError) -> Result {
    let blocking = blocking
    return try await readers.run(onCancel: { budget?.cancel() }) { () throws(ShortlistError) in
      try work(blocking)
    }
  }

  func write<Result: Sendable>(
    _ work: @escaping @Sendable (BlockingItemRepository) throws(ShortlistError) -> Result
  ) async throws(ShortlistError) -> Result {
    let blocking = blocking
    return try await writer.run { () throws(ShortlistError) in try work(blocking) }
  }

  /// Runs long work that looks, between its transactions, whether the task was cancelled.
  func writeCancellably<Result: Sendable>(
    _ work:
      @escaping @Sendable (BlockingItemRepository, _ isCancelled: () -> Bool) throws(ShortlistError)
      -> Result
  ) async throws(ShortlistError) -> Result {
    let budget = try SearchBudget()
    let blocking = blocking
    return try await writer.run(onCancel: budget.cancel) { () throws(ShortlistError) in
      try work(blocking) { budget.isCancelled }
    }
  }
}

extension URL {
  /// The path of a file URL.
  var databasePath: String {
    get throws(ShortlistError) {
      guard isFileURL else {
        throw ShortlistError(
          .cannotOpen, "An index is a file, and \(absoluteString) is not the URL of one.")
      }
      return path(percentEncoded: false)
    }
  }
}
