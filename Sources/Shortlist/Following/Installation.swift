/// The state of the log and its triggers in a followed database, for one follower.
struct Installation {
  /// The statements that are missing.
  let statements: [String]

  /// Whether the log has been complete since the follower was installed.
  var isComplete: Bool { statements.isEmpty }

  /// Compares the database with what a follower needs.
  init(of table: SourceTable, in connection: any SourceConnection) throws {
    var statements: [String] = []
    let hasLog = try ChangeLog.exists(in: connection)
    if !hasLog { statements += ChangeLog.tables }
    let watches = table.watches
    for watch in watches {
      let shape = try TableShape(watch.columns.table, in: connection)
      try shape.require(watch.columns)
      let expected = watch.triggers(evictions: shape.evictions)
      let found = try Self.triggers(of: watch, in: connection)
      guard Set(found.map(\.sql)) != Set(expected) else { continue }
      statements += found.map { "DROP TRIGGER \(SQL.name($0.name))" }
      statements += expected
      // Tells all followers that some changes of this table may not be in the log.
      statements.append(
        "INSERT INTO shortlist_change(source, key) VALUES(NULL, \(watch.source))")
    }
    var isKnown = false
    let sources = watches.map { String($0.source) }.joined(separator: " ")
    if hasLog {
      let rows = try connection.rows(
        "SELECT sources FROM shortlist_follower WHERE name = ?", [.text(table.followerName)])
      isKnown = rows.first?[0] == .text(sources)
      // A position is that of a row.
      if statements.isEmpty, try ChangeLog.last(in: connection) == nil {
        statements.append("INSERT INTO shortlist_change(source, key) VALUES(NULL, NULL)")
      }
    }
    if !isKnown {
      statements.append(
        """
        INSERT OR REPLACE INTO shortlist_follower(name, seq, sources)
        VALUES(\(SourceValue.text(table.followerName).literal), \
        (SELECT max(seq) FROM shortlist_change), '\(sources)')
        """)
      if hasLog {
        statements += try Self.dropTriggers(
          besides: Self.sourcesOfOthers(than: table, in: connection) + watches.map(\.source),
          in: connection)
      }
    }
    self.statements = statements
  }

  /// Returns the triggers of a watch.
  private static func triggers(
    of watch: Watch, in connection: any SourceConnection
  ) throws -> [(name: String, sql: String)] {
    try allTriggers(in: connection).filter { $0.source == watch.source }.map { ($0.name, $0.sql) }
  }

  /// Returns all triggers that write the log, with the numbers of their watches.
  private static func allTriggers(
    in connection: any SourceConnection
  ) throws -> [(name: String, sql: String, source: Int64)] {
    try connection.rows(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'shortlist\\_%' ESCAPE '\\'"
    ).compactMap { row in
      let parts = row[0].text.split(separator: "_")
      guard parts.count == 3, let source = Int64(parts[1]) else { return nil }
      return (row[0].text, row[1].text, source)
    }
  }

  /// Returns the statements that remove the triggers that nobody needs.
  private static func dropTriggers(
    besides needed: [Int64], in connection: any SourceConnection
  ) throws -> [String] {
    try allTriggers(in: connection).filter { !needed.contains($0.source) }
      .map { "DROP TRIGGER \(SQL.name($0.name))" }
  }

  /// Returns the numbers of the watches that other followers need.
  private static func sourcesOfOthers(
    than table: SourceTable, in connection: any SourceConnection
  ) throws -> [Int64] {
    try connection.rows(
      "SELECT sources FROM shortlist_follower WHERE name <> ?", [.text(table.followerName)]
    ).flatMap { $0[0].text.split(separator: " ").compactMap { Int64($0) } }
  }

  /// Returns the statements that remove a follower, and everything if it is the last one.
  static func removal(
    of table: SourceTable, in connection: any SourceConnection
  ) throws -> [String] {
    guard try ChangeLog.exists(in: connection) else { return [] }
    let name = SourceValue.text(table.followerName).literal
    let others = try sourcesOfOthers(than: table, in: connection)
    let triggers = try dropTriggers(besides: others, in: connection)
    return triggers
      + (others.isEmpty
        ? ["DROP TABLE shortlist_change", "DROP TABLE shortlist_follower"]
        : ["DELETE FROM shortlist_follower WHERE name = \(name)"])
  }
}
