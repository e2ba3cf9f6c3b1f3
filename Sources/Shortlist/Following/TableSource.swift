#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The rows of a table in a SQLite database, as a source of items.
///
/// ```swift
/// let source = TableSource(
///   try SourceTable("SELECT id, name AS title, region AS section FROM country", key: "country.id"),
///   in: SQLiteFile(path: "app.sqlite"))
/// try await repository.catchUp(with: source)
/// ```
///
/// The first catch-up adds two tables and some triggers to the database, which log what any program
/// changes there, and copies all rows. Later ones copy what has changed. If the log does not tell
/// what has changed, because a table was dropped and made again, the database was restored from an
/// older copy, or the log has passed a million rows, all rows are compared.
public struct TableSource: ChangeSource {
  /// The description of the rows.
  public let table: SourceTable
  private let database: any SourceDatabase
  /// The last position for which there was nothing new, and the version of the database then.
  private let lastIdle = Condition<(position: Data, version: Int64)?>(nil)

  /// Makes a source of a table in a database.
  public init(_ table: SourceTable, in database: some SourceDatabase) {
    self.table = table
    self.database = database
  }

  /// The most rows of the log, or of the table, that one answer covers.
  private static let rowsOfAnswer = 10_000

  /// How often to look for the log, which each attempt but the first installs.
  private static let attempts = 4

  /// Returns the next changes; installs the log first if it is missing or no longer complete.
  ///
  /// - Throws: ``ShortlistError/Code/unknownTable``, ``ShortlistError/Code/invalidQuery``, or an
  ///   error of the database.
  public func changes(after position: Data?) throws -> SourceChanges {
    let version = database.version
    if let position, let version, let idle = lastIdle.withLock({ $0 }),
      idle == (position, version)
    {
      return SourceChanges(position: position)
    }
    let rows = TableRows(table)
    let last = position.flatMap { SourcePosition($0, of: table) }
    var answer: (changes: SourceChanges, isRead: Bool)?
    for attempt in 0..<Self.attempts where answer == nil {
      // An older copy of the database, without the log, may have been restored in between.
      if attempt > 0 { try install() }
      answer = try database.read { connection in
        guard try Installation(of: table, in: connection).isComplete else { return nil }
        return (try next(after: last, rows, in: connection), try isNews(last, in: connection))
      }
    }
    guard let (changes, isRead) = answer else {
      throw ShortlistError(.storage, "The log of changes disappeared while it was read.")
    }
    // If the database is busy or cannot be written, the next answer does this.
    if isRead, let last { try? confirm(last) }
    if let version, changes.isEmpty, changes.position == position {
      lastIdle.withLock { $0 = (changes.position, version) }
    }
    return changes
  }

  /// Returns what follows a position in the log; a listing if the log does not know it.
  private func next(
    after last: SourcePosition?, _ rows: TableRows, in connection: any SourceConnection
  ) throws -> SourceChanges {
    guard let last, try ChangeLog.contains(last.seq, stamp: last.stamp, in: connection) else {
      return try firstPage(rows, in: connection)
    }
    if let cursor = last.cursor { return try page(after: cursor, from: last, rows, in: connection) }
    let entries = try ChangeLog.entries(
      after: last.seq, limit: Self.rowsOfAnswer, in: connection)
    guard let end = entries.last else { return SourceChanges(position: last.data(of: table)) }
    guard let keys = try rows.keys(of: entries, in: connection) else {
      return try firstPage(rows, in: connection)
    }
    var removals = Dictionary(
      keys.compactMap { key in table.id(of: key).map { (Array($0.rawValue.utf8), $0) } }
    ) { first, _ in first }
    var items: [Item] = []
    try rows.items(keys, in: connection) { item in
      removals[Array(item.id.rawValue.utf8)] = nil
      items.append(item)
    }
    let position = SourcePosition(seq: end.seq, stamp: end.stamp)
    return SourceChanges(
      upserts: items, removals: Array(removals.values), position: position.data(of: table))
  }

  /// Returns a stream of the commits after which to ask for changes; `nil` if the database cannot
  /// tell.
  func commits() -> AsyncStream<Void>? { database.commits() }

  // MARK: Listing

  private func firstPage(
    _ rows: TableRows, in connection: any SourceConnection
  ) throws -> SourceChanges {
    guard let end = try ChangeLog.last(in: connection) else {
      throw ShortlistError(.storage, "The log of changes is empty.")
    }
    try rows.check(in: connection)
    return try page(
      after: nil, from: SourcePosition(seq: end.seq, stamp: end.stamp), rows, in: connection)
  }

  /// Returns a page of all rows, in the order of their keys. Each page is a short read transaction,
  /// so that the app can write in between; the log has what it changes, because the listing ends at
  /// the position where it began.
  private func page(
    after cursor: [SourceValue]?, from start: SourcePosition, _ rows: TableRows,
    in connection: any SourceConnection
  ) throws -> SourceChanges {
    let end = try rows.lastKey(after: cursor, limit: Self.rowsOfAnswer, in: connection)
    var items: [Item] = []
    items.reserveCapacity(Self.rowsOfAnswer)
    try rows.items(after: cursor, upTo: end, in: connection) { items.append($0) }
    var position = start
    position.cursor = end
    return SourceChanges(
      .listing(isFirst: cursor == nil, isLast: end == nil), upserts: items,
      position: position.data(of: table))
  }

  // MARK: The log

  /// Whether the source does not know yet that the follower has read up to a position, or holds rows
  /// that all have read.
  private func isNews(
    _ position: SourcePosition?, in connection: any SourceConnection
  ) throws -> Bool {
    guard let position, position.cursor == nil else { return false }
    let known = try connection.rows(
      """
      SELECT seq, (SELECT min(seq) FROM shortlist_change) < (SELECT min(seq) FROM shortlist_follower)
      FROM shortlist_follower WHERE name = ?
      """, [.text(table.followerName)]
    ).first
    return known?[0].integer != position.seq || known?[1] == .integer(1)
  }

  /// Notes that the follower has read up to a position, and deletes what all have read.
  private func confirm(_ position: SourcePosition) throws {
    var hasMore = try database.write { connection in
      guard try ChangeLog.contains(position.seq, stamp: position.stamp, in: connection) else {
        return false
      }
      try connection.run(
        "UPDATE shortlist_follower SET seq = ? WHERE name = ?",
        [.integer(position.seq), .text(table.followerName)]
      ) { _ in }
      return try ChangeLog.trim(in: connection)
    }
    while hasMore { hasMore = try database.write { try ChangeLog.trim(in: $0) } }
  }

  /// Returns the statements that ``install()`` would run; none if everything is in place.
  ///
  /// - Throws: ``ShortlistError/Code/unknownTable``, ``ShortlistError/Code/invalidQuery``, or an
  ///   error of the database.
  public func installation() throws -> [String] {
    try database.read { connection in
      try TableRows(table).check(in: connection)
      return try Installation(of: table, in: connection).statements
    }
  }

  /// Adds the log and its triggers to the database, as far as they are missing. The first catch-up
  /// does this, too.
  ///
  /// - Throws: ``ShortlistError/Code/unknownTable``, ``ShortlistError/Code/invalidQuery``, or an
  ///   error of the database.
  public func install() throws {
    try database.write { connection in
      try TableRows(table).check(in: connection)
      try connection.run(Installation(of: table, in: connection).statements)
    }
  }

  /// Removes the follower from the database, and with the last one every trace of Shortlist.
  ///
  /// - Throws: an error of the database.
  public func remove() throws {
    try database.write { connection in
      try connection.run(Installation.removal(of: table, in: connection))
    }
  }
}

/// A position in the log and, during a listing, in the table.
struct SourcePosition: Equatable {
  let seq: Int64
  let stamp: Int64
  /// The last key that was listed.
  var cursor: [SourceValue]?

  init(seq: Int64, stamp: Int64) { (self.seq, self.stamp) = (seq, stamp) }

  /// Reads a position; `nil` if it belongs to a different description of the rows.
  init?(_ data: Data, of table: SourceTable) {
    let parts = String(decoding: data, as: UTF8.self).split(separator: " ", maxSplits: 3)
    guard parts.count >= 3, parts[0] == table.fingerprint, let seq = Int64(parts[1]),
      let stamp = Int64(parts[2])
    else { return nil }
    self.init(seq: seq, stamp: stamp)
    if parts.count > 3 {
      guard let cursor = SourceValue.parse(String(parts[3])) else { return nil }
      self.cursor = cursor
    }
  }

  func data(of table: SourceTable) -> Data {
    var text = "\(table.fingerprint) \(seq) \(stamp)"
    if let cursor { text += " " + cursor.map(\.literal).joined(separator: ",") }
    return Data(text.utf8)
  }
}

extension SourceTable {
  /// A number that is different for descriptions that yield different items.
  var fingerprint: String {
    var text = [query, idPrefix, key.table] + key.names
    for link in links {
      text += [link.from.table] + link.from.names + [link.to.table] + link.to.names
    }
    let hash = text.joined(separator: "\u{1F}").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 36)
  }

  /// The name of the follower in the database.
  var followerName: String { "\(follower) \(idPrefix)" }

  /// The columns whose changes are logged.
  var watches: [Watch] {
    var watches: [Watch] = []
    for columns in [key] + links.map(\.from) {
      let watch = Watch(columns)
      if !watches.contains(watch) { watches.append(watch) }
    }
    return watches
  }
}
