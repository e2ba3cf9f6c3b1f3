import CShortlist

/// The rows of the table `meta`.
enum Meta {
  static let tokenizerVersion = Int64(SHORTLIST_TOKENIZER_VERSION)

  static func create(
    stemming: RepositoryOptions.Stemming, on connection: Connection
  ) throws(ShortlistError) {
    try claimIndex(on: connection)
    try set("stemming", stemming == .english ? 1 : 0, on: connection)
    try set("sections", 1, on: connection)
  }

  /// Whether the index holds English stems, which is fixed when the file is created.
  static func hasStems(on connection: Connection) throws(ShortlistError) -> Bool {
    try number("stemming", on: connection) == 1
  }

  /// Records that this SQLite rebuilt the index, with these tokens.
  static func claimIndex(on connection: Connection) throws(ShortlistError) {
    try set("tokenizer", tokenizerVersion, on: connection)
    try set("last_writer", Database.sqliteVersionNumber, on: connection)
  }

  static func number(_ key: String, on connection: Connection) throws(ShortlistError) -> Int64? {
    let statement = try connection.statement("SELECT value FROM meta WHERE key = ?1")
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    return try statement.step() ? statement.int64(0) : nil
  }

  static func set(
    _ key: String, _ value: Int64, on connection: Connection
  ) throws(ShortlistError) {
    let statement = try connection.statement(
      "INSERT INTO meta(key, value) VALUES(?1, ?2) "
        + "ON CONFLICT(key) DO UPDATE SET value = excluded.value")
    try statement.bind(key, at: 1)
    statement.bind(value, at: 2)
    try statement.run()
  }

  /// Sets a value that is usually set already.
  static func claim(
    _ key: String, _ value: Int64, on connection: Connection
  ) throws(ShortlistError) {
    if try number(key, on: connection) ?? 0 != value { try set(key, value, on: connection) }
  }

  /// Records that no new index is being built.
  static func forgetRebuild(on connection: Connection) throws(ShortlistError) {
    try connection.execute("DELETE FROM meta WHERE key GLOB 'rebuild_*'")
  }

  /// The keys that count changes.
  static let counters = ["attributes", "changes", "sections", "segments", "synonyms", "terms"]

  /// Returns the number from which a counter continues after a repair, so that it does not soon
  /// overflow.
  static func carriedOver(_ number: Int64) -> Int64 {
    (0..<Limits.counters.upperBound / 2).contains(number) ? number : 0
  }

  /// Adds one to a counter.
  ///
  /// - Returns: the sum.
  /// - Throws: ``ShortlistError/Code/damaged`` for a number that no counter can have reached.
  @discardableResult
  static func advance(_ key: String, on connection: Connection) throws(ShortlistError) -> Int64 {
    let number = try number(key, on: connection) ?? 0
    guard Limits.counters.contains(number) else {
      throw .damaged("the counter “\(key)” is at \(number), where it cannot be")
    }
    try set(key, number + 1, on: connection)
    return number + 1
  }

  /// Marks this SQLite as the last writer; throws when it would damage the index of the one before.
  static func claimWriting(on connection: Connection) throws(ShortlistError) {
    if let reason = try reasonNotToWrite("last_writer", on: connection) {
      throw ShortlistError(.newerVersion, reason)
    }
    try claim("last_writer", Database.sqliteVersionNumber, on: connection)
  }

  /// Returns why this SQLite must not write after the one that `key` names, or `nil` when it may.
  /// Before 3.44, it loses the delete markers of later versions.
  static func reasonNotToWrite(
    _ key: String, on connection: Connection
  ) throws(ShortlistError) -> String? {
    let own = Database.sqliteVersionNumber
    let last = try number(key, on: connection) ?? own
    guard own < 3_044_000, last >= 3_044_000 else { return nil }
    return
      "The index was last written with SQLite \(name(last)). SQLite \(name(own)) can write to it "
      + "only after a rebuild: run `shortlist reindex`, or call reindex()."
  }

  private static func name(_ version: Int64) -> String {
    "\(version / 1_000_000).\(version / 1_000 % 1_000).\(version % 1_000)"
  }
}
