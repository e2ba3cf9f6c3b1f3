/// A second index beside the one in use: how it comes and goes.
///
/// It is built in many transactions, each of which keeps in `meta` how far it is, so that whoever
/// comes next goes on. Changes of items in the meantime are written to both; see ``IndexTargets``.
enum IndexRebuild {
  /// Makes the tables of a new index.
  static func begin(on connection: Connection) throws(ShortlistError) {
    let model = try Schema.model(Meta.hasStems(on: connection) ? .english : .none)
    for table in IndexTable.all {
      let sql = try model.statement("SELECT sql FROM sqlite_schema WHERE name = '\(table)'")
      defer { sql.reset() }
      guard try sql.step() else { preconditionFailure("No migration makes the table \(table).") }
      let next = table + IndexTable.next
      try connection.execute(
        sql.text(0).replacing("TABLE \(table)", with: "TABLE \(next)", maxReplacements: 1))
      guard IndexTable.searched.contains(table) else { continue }
      let settings = try model.statement(
        "SELECT k, v FROM \(table)_config WHERE k <> 'version' ORDER BY k")
      defer { settings.reset() }
      while try settings.step() {
        try connection.execute(
          "INSERT INTO \(next)(\(next), rank) VALUES('\(settings.text(0))', \(settings.int64(1)))")
      }
    }
    try Meta.set("rebuild_tokenizer", Meta.tokenizerVersion, on: connection)
    try Meta.set("rebuild_docid", 0, on: connection)
  }

  /// Whether another index has to be built, or is being built.
  static func isNeeded(on connection: Connection) throws(ShortlistError) -> Bool {
    guard try Meta.number("rebuild_docid", on: connection) == nil else { return true }
    return try OutdatedIndex(connection) != nil
  }

  /// Whether all tables of a new index are there.
  static func isThere(on connection: Connection) throws(ShortlistError) -> Bool {
    let names = IndexTable.all.map { "'\($0)\(IndexTable.next)'" }.joined(separator: ", ")
    return try connection.number("SELECT count(*) FROM sqlite_schema WHERE name IN (\(names))")
      == Int64(IndexTable.all.count)
  }

  /// Drops a new index that cannot be gone on with. One that is frozen stays so.
  static func abandon(on connection: Connection) throws(ShortlistError) {
    guard try Meta.number("rebuild_docid", on: connection) != nil else { return }
    for table in IndexTable.all { try connection.execute("DROP TABLE \(table)\(IndexTable.next)") }
    try Meta.forgetRebuild(on: connection)
  }

  /// Puts the new index, which is complete, in the place of the one in use. That one is set aside:
  /// to drop a large one takes seconds, see ``dropSome(rows:on:)``.
  ///
  /// - Returns: the number of the change.
  static func swap(on connection: Connection) throws(ShortlistError) -> Int64 {
    for table in IndexTable.all {
      try connection.execute(
        """
        ALTER TABLE \(table) RENAME TO \(table)\(IndexTable.previous);
        ALTER TABLE \(table)\(IndexTable.next) RENAME TO \(table)
        """)
    }
    try connection.execute("DELETE FROM item_outdated")
    try Meta.forgetRebuild(on: connection)
    try Meta.set("previous", 1, on: connection)
    try Meta.set("frozen", 0, on: connection)
    try Meta.claimIndex(on: connection)
    try VocabularyCopy.make(
      revision: Meta.advance("terms", on: connection), on: connection)
    return try Meta.advance("changes", on: connection)
  }

  // MARK: The index before

  /// Whether an index that was set aside is still to be dropped.
  static func isPreviousLeft(on connection: Connection) throws(ShortlistError) -> Bool {
    try Meta.number("previous", on: connection) == 1
  }

  /// Drops an index that was set aside, however long it takes.
  static func dropPrevious(on connection: Connection) throws(ShortlistError) {
    guard try isPreviousLeft(on: connection) else { return }
    while try dropSome(rows: .max, on: connection) {}
  }

  /// Drops a piece of an index that was set aside: a table, or as many rows of it if it is large. A
  /// row is a page of 4 KiB, which Debian's SQLite overwrites with zeros.
  ///
  /// - Returns: whether more is left.
  static func dropSome(rows: Int, on connection: Connection) throws(ShortlistError) -> Bool {
    var left: [String] = []
    for table in IndexTable.all {
      let sql = "SELECT count(*) FROM sqlite_schema WHERE name = '\(table)\(IndexTable.previous)'"
      if try connection.number(sql) == 1 { left.append(table) }
    }
    if let table = left.first {
      let name = table + IndexTable.previous
      if IndexTable.searched.contains(table), rows < .max,
        try deleteLast(rows, of: name + "_data", on: connection)
      {
        return true
      }
      try connection.execute("DROP TABLE \(name)")
      if left.count > 1 { return true }
    }
    try connection.execute("DELETE FROM meta WHERE key = 'previous'")
    return false
  }

  /// The id of the row in which FTS5 keeps what an index consists of; only one with totals is before it.
  private static let structureRow: Int64 = 10

  /// Deletes the last rows of a table in which FTS5 keeps an index; `false` when there are no more
  /// than these. The first rows, up to ``structureRow``, stay: without them, FTS5 does not even drop
  /// its table.
  private static func deleteLast(
    _ rows: Int, of table: String, on connection: Connection
  ) throws(ShortlistError) -> Bool {
    let bound = try Statement(
      "SELECT id FROM \(table) ORDER BY id DESC LIMIT 1 OFFSET ?1", on: connection)
    bound.bind(Int64(rows), at: 1)
    guard try bound.step() else { return false }
    let last = bound.int64(0)
    bound.reset()
    guard last >= structureRow else { return false }
    try connection.writingShadows { () throws(ShortlistError) in
      let delete = try Statement("DELETE FROM \(table) WHERE id > ?1", on: connection)
      delete.bind(last, at: 1)
      try delete.run()
    }
    return true
  }
}
