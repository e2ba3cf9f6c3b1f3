import Foundation
@_spi(SearchEngines) public import Shortlist

/// A list on PostgreSQL, to be searched like one in a file.
///
/// ```swift
/// let places = PostgresSource("postgres://search@localhost/places")
/// let session = SearchSession(places)
/// let results = try await places.search(SearchQuery("new zea"))
/// ```
///
/// It connects when it is first asked, and keeps a few connections. A search ends within its time
/// budget: where the server is slow, with the hits found until then, and where it does not answer at
/// all, with ``ShortlistError/Code/unreachable``.
public final class PostgresSource: SearchSource, Sendable {
  private let pool: ConnectionPool
  private let cache = ServerCache()
  private let walks: Bool?

  /// Makes a source for a database, on which ``PostgresSchema`` has created the tables.
  ///
  /// - Parameters:
  ///   - url: `postgres://user@host/database?sslmode=verify-full`, or any other connection string of
  ///     libpq, with its options for TLS, passwords and several hosts.
  ///   - connections: the most connections, which is also the most searches at the same time.
  public convenience init(_ url: String, connections: Int = 4) {
    self.init(url, connections: connections, walks: nil)
  }

  /// With `walks`, matches are always read in order, or never.
  init(_ url: String, connections: Int, walks: Bool?) {
    pool = ConnectionPool(url, maximum: connections)
    self.walks = walks
  }

  /// Closes the connections that are not in use, and the others once their work is done.
  public func close() async { await pool.close() }

  // MARK: SearchSource

  /// Searches the list. Synonyms, pins, learned choices and stemming stay in files.
  ///
  /// - Throws: ``ShortlistError/Code/unreachable``, ``ShortlistError/Code/cannotOpen``,
  ///   ``ShortlistError/Code/cancelled``, ``ShortlistError/Code/notAnIndex`` if there is no list,
  ///   ``ShortlistError/Code/newerVersion`` if another version filled it,
  ///   ``ShortlistError/Code/unsupported`` for `match: .any` or a sorted query,
  ///   ``ShortlistError/Code/storage`` for any other error of the server, or
  ///   ``ShortlistError/Code/closed``.
  public func search(_ query: SearchQuery) async throws(ShortlistError) -> SearchResults {
    let start = ContinuousClock.now
    let (cache, walks) = (cache, walks)
    let results = try await pool.run { (connection) throws(ShortlistError) in
      try Self.search(query, startedAt: start, connection, cache, walks)
    }
    if results.notes.contains(.timeBudgetSpent) {
      // Reading the words may have taken the time; the next search should find them read.
      Task { try? await prepareToSearch() }
    }
    return results
  }

  /// Reads the words that substrings and spelling corrections need, so that the first search does not have
  /// to.
  ///
  /// - Throws: as ``search(_:)`` does.
  public func prepareToSearch() async throws(ShortlistError) {
    try await read { (connection, list, cache) throws(ShortlistError) in
      _ = try cache.terms(list, connection)
    }
  }

  /// Returns the sections of the list with their numbers of items.
  ///
  /// - Throws: as ``search(_:)`` does.
  public func sections() async throws(ShortlistError) -> [SectionSummary] {
    try await read { (connection, list, _) throws(ShortlistError) in
      list.sections.map { SectionSummary(section: $0.section, count: $0.items) }
    }
  }

  /// Returns at most `limit` items of a section in list order, starting at `index`.
  ///
  /// - Throws: as ``search(_:)`` does.
  public func items(
    in section: ItemSection.ID, from index: Int, limit: Int
  ) async throws(ShortlistError) -> [Item] {
    try await read { (connection, list, _) throws(ShortlistError) in
      guard let number = list.numbers(of: [section]).known.first else { return [] }
      return try ServerItems.items(
        of: number, from: max(0, index), limit: max(0, limit), list, connection)
    }
  }

  /// Returns completions of the typed text.
  ///
  /// - Throws: as ``search(_:)`` does.
  public func suggestions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) async throws(ShortlistError) -> [SearchSuggestion] {
    try await completions(for: text, limit: limit, in: sections).map { .completion($0) }
  }

  // MARK: More

  /// Returns completions of a text: titles that begin with it, and the text with its last word
  /// completed, alternately.
  ///
  /// - Throws: as ``search(_:)`` does.
  public func completions(
    for text: String, limit: Int = 8, in sections: [ItemSection.ID]? = nil
  ) async throws(ShortlistError) -> [Completion] {
    guard limit > 0 else { return [] }
    return try await read { (connection, list, cache) throws(ShortlistError) in
      try ServerCompleter(text, limit: limit, in: sections, list, cache, connection).completions()
    }
  }

  /// Returns the item with an id; `nil` if the list has no such item.
  ///
  /// - Throws: as ``search(_:)`` does.
  public func item(_ id: Item.ID) async throws(ShortlistError) -> Item? {
    try await read { (connection, list, _) throws(ShortlistError) in
      try ServerItems.item(id, list, connection)
    }
  }

  /// Returns at most `limit` items with exactly this title.
  ///
  /// - Throws: as ``search(_:)`` does.
  public func items(titled title: String, limit: Int = 2) async throws(ShortlistError) -> [Item] {
    try await read { (connection, list, _) throws(ShortlistError) in
      try ServerItems.items(titled: title, limit: limit, list, connection)
    }
  }

  // MARK: Transactions

  /// The time that reads without a budget get.
  static let patience = Duration.seconds(30)

  /// The time to read the hits of a search whose time is over.
  private static let overtime = Duration.milliseconds(200)

  func read<Result: Sendable>(
    for time: Duration = patience,
    _ work:
      @escaping @Sendable (PostgresConnection, ServerList, ServerCache)
      throws(ShortlistError) -> Result
  ) async throws(ShortlistError) -> Result {
    let cache = cache
    return try await pool.run { (connection) throws(ShortlistError) in
      try Self.reading(connection, for: time) { () throws(ShortlistError) in
        try work(connection, try cache.list(connection), cache)
      }
    }
  }

  /// Runs `work` in a transaction that sees one moment of the list, and stops it when time is over.
  private static func reading<Result>(
    _ connection: PostgresConnection, for time: Duration,
    _ work: () throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    let time = max(time, .milliseconds(1))
    connection.deadline = ContinuousClock.now + time
    let milliseconds = Int64(min(time / .milliseconds(1), 86_400_000))
    let mode =
      "ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = \(milliseconds + 50)"
    return try connection.transaction(mode, work)
  }

  private static func search(
    _ query: SearchQuery, startedAt start: ContinuousClock.Instant,
    _ connection: PostgresConnection, _ cache: ServerCache, _ walks: Bool?
  ) throws(ShortlistError) -> SearchResults {
    var found: PostgresSearch?
    do throws(ShortlistError) {
      let left = query.timeBudget - (ContinuousClock.now - start)
      return try reading(connection, for: left) { () throws(ShortlistError) in
        var search = try PostgresSearch(query, connection, cache, walks: walks)
        defer { found = search }
        try search.run()
        return try search.results(startedAt: start)
      }
    } catch {
      // When time is over, the server has stopped the statement; the hits found before are shown.
      guard error.code == .cancelled, !connection.canceller.isCancelled, !connection.isBroken,
        var search = found
      else { throw error }
      search.wasInterrupted = true
      return try reading(connection, for: overtime) { () throws(ShortlistError) in
        try search.results(startedAt: start)
      }
    }
  }
}
