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
    try TermDictionarySnapshot.make(
      revision: Meta.advance("terms", on: connection), on: connection)
    return try Meta.advance("changes", on: connection)
  }
}
