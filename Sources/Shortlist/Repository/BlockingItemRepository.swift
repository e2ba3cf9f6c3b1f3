#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The operations of an ``ItemRepository`` on the calling thread, for command-line tools, scripts
/// and tests. Each is documented at ``ItemRepository``.
///
/// ```swift
/// let countries = try BlockingItemRepository(path: ":memory:")
/// try countries.add("New Zealand", to: "Countries to visit")
/// print(try countries.search(SearchQuery("zea")).hits.map(\.item.title))
/// ```
///
/// Make one from a path or a file URL, or use ``ItemRepository/blocking``.
public final class BlockingItemRepository: Sendable {
  let database: Database
  /// See ``ItemRepository/stemming``.
  public let stemming: ItemRepository.Options.Stemming
  private let knownSections = Condition<SectionTable?>(nil)
  /// See ``Statistics/reindexingFailure``.
  let reindexingFailure = Condition<ShortlistError?>(nil)
  let dictionaries = TermDictionaryCache()
  let attributeIndexes = AttributeIndexCache()

  /// Opens the file at `path` like ``ItemRepository/init(path:options:)``, except that an index of
  /// an older version waits for ``reindex(progress:)``: there is no thread to rebuild it in the
  /// background.
  ///
  /// - Throws: ``ShortlistError/Code/cannotOpen``, ``ShortlistError/Code/notAnIndex`` or
  ///   ``ShortlistError/Code/newerVersion``, leaving the file unchanged;
  ///   ``ShortlistError/Code/damaged`` if damage is found; ``ShortlistError/Code/unsupported`` if
  ///   SQLite has no FTS5; or a write error.
  public init(
    path: String, options: ItemRepository.Options = ItemRepository.Options()
  ) throws(ShortlistError) {
    precondition(options.readers > 0, "A repository needs at least one reader.")
    precondition(options.cacheSize >= 0, "A cache cannot have fewer than 0 bytes.")
    let database = try Database(path: path, options: options) { (copy) throws(ShortlistError) in
      var checker = Checker(copy)
      try checker.requireSoundness(path: path)
    } finish: { (connection) throws(ShortlistError) in
      try TermDictionarySnapshot.settle(foldsChanges: false, on: connection)
    }
    self.database = database
    let version: Int64
    (stemming, version) = try Self.settings(of: database)
    guard !database.isReadOnly else { return }
    guard version <= Meta.tokenizerVersion else {
      throw ShortlistError(
        .newerVersion,
        "\(path) was indexed by a newer Shortlist (tokens of version \(version), this one makes "
          + "\(Meta.tokenizerVersion)); opened for reading only, it can still be searched.")
    }
  }

  /// Wraps a private database.
  init(private database: Database) throws(ShortlistError) {
    self.database = database
    stemming = try Self.settings(of: database).stemming
  }

  /// Returns the stemming of an index and the version of its tokens.
  private static func settings(
    of database: Database
  ) throws(ShortlistError) -> (stemming: ItemRepository.Options.Stemming, version: Int64) {
    try database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      return (
        try Meta.hasStems(on: connection) ? .english : .none,
        try Meta.number("tokenizer", on: connection) ?? 0
      )
    }
  }

  /// Opens the file at a URL; see ``ItemRepository/init(url:options:)``.
  ///
  /// - Throws: as for a path; ``ShortlistError/Code/cannotOpen`` if the URL is not a file URL.
  public convenience init(
    url: URL, options: ItemRepository.Options = ItemRepository.Options()
  ) throws(ShortlistError) {
    try self.init(path: url.databasePath, options: options)
  }

  /// See ``ItemRepository/isReadOnly``.
  public var isReadOnly: Bool { database.isReadOnly }

  /// See ``ItemRepository/close()``.
  public func close() { database.close() }

  /// See ``ItemRepository/releaseMemory()``.
  public func releaseMemory() {
    dictionaries.removeAll()
    attributeIndexes.removeAll()
    knownSections.withLock { $0 = nil }
    database.releaseMemory()
  }

  /// See ``ItemRepository/search(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func search(_ query: SearchQuery) throws(ShortlistError) -> SearchResults {
    try search(query, budget: SearchBudget())
  }

  func search(
    _ query: SearchQuery, budget: SearchBudget
  ) throws(ShortlistError) -> SearchResults {
    let start = ContinuousClock.now
    return try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let attributes = try AttributeQuery(query, attributeIndexes, on: transaction.connection)
      budget.start(query.timeBudget, on: transaction.connection)
      defer { budget.stop(on: transaction.connection) }
      let search = try find(query, attributes, in: table, transaction)
      // From here on no statement is interrupted: the hits found are returned as far as possible.
      budget.stop(on: transaction.connection)
      try budget.checkCancellation()
      let results = try search.results(startedAt: start, budget)
      try budget.checkCancellation()
      return results
    }
  }

  /// Finds the matches on all tiers, under the budget of the connection.
  func find(
    _ query: SearchQuery, _ attributes: AttributeQuery, in table: SectionTable,
    _ transaction: ReadTransaction
  ) throws(ShortlistError) -> Search {
    var search = try transaction.connection.withoutInterrupts { () throws(ShortlistError) in
      try Search(
        query, in: table, stems: stemming == .english, attributes, transaction: transaction)
    }
    do throws(ShortlistError) {
      // With attributes, the counts of terms tell which of them to read whole. The attributes had to
      // be read as well, which takes longer.
      let dictionary =
        try query.usesAttributes
        ? dictionaries.dictionary(transaction.connection)
        : dictionaries.known(transaction.connection)
      try search.run(dictionary)
      try search.collectSubstrings(dictionaries)
      try search.collectTypos(dictionaries)
    } catch {
      // The time ran out, or the task was cancelled, in the middle of a lookup.
      guard error.code == .cancelled else { throw error }
      search.interrupt()
    }
    return search
  }

  /// Returns the sections and the synonyms, which are read again only after they have changed.
  func sectionTable(_ transaction: ReadTransaction) throws(ShortlistError) -> SectionTable {
    let connection = transaction.connection
    let revision = try connection.meta().sections
    if let known = knownSections.withLock({ $0 }), known.revision == revision { return known }
    let table = try SectionTable(
      connection, revision: revision, synonyms: synonymTable(connection),
      pins: PinnedItemTable(connection))
    knownSections.withLock { $0 = table }
    return table
  }

  /// Returns the synonyms, which are read again only after they have changed.
  private func synonymTable(_ connection: Connection) throws(ShortlistError) -> SynonymTable {
    guard let revision = try connection.meta().synonyms else { return .none }
    if let known = knownSections.withLock({ $0?.synonyms }), known.revision == revision {
      return known
    }
    return try SynonymTable(connection, revision: revision)
  }

  func write<Result>(
    _ work: (ItemWriter) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    try writeChange(work).result
  }

  /// Writes, and returns the number of the change as well.
  func writeChange<Result>(
    _ work: (ItemWriter) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> (result: Result, change: Int64) {
    let (result, change) = try database.write(claims: false) {
      (transaction) throws(ShortlistError) in
      let writer = ItemWriter(transaction)
      let result = try work(writer)
      return (result, try writer.finish())
    }
    announce(change)
    return (result, change)
  }

  /// Tells the listeners of a committed change. If there were searches before it, it first brings up to
  /// date what the next one would otherwise have to.
  func announce(_ change: Int64) {
    if knownSections.withLock({ $0 }) != nil {
      database.prepareReader { (transaction) throws(ShortlistError) in
        _ = try sectionTable(transaction)
        _ = try transaction.connection.outdatedIndex()
        _ = try dictionaries.known(transaction.connection)
      }
    }
    database.changes.announce(change)
  }
}
