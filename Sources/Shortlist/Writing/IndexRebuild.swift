/// The build of a second index beside the one in use.
///
/// It takes many transactions, each of which records its progress in `meta`, so that any process
/// can continue. Meanwhile, changes of items go to both indexes; see ``IndexTargets``.
enum IndexRebuild {
  /// Creates the tables of a new index.
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

  /// Whether a new index must be built, or is being built.
  static func isNeeded(on connection: Connection) throws(ShortlistError) -> Bool {
    guard try Meta.number("rebuild_docid", on: connection) == nil else { return true }
    return try OutdatedIndex(connection) != nil
  }

  /// Whether a new index has all its tables.
  static func isThere(on connection: Connection) throws(ShortlistError) -> Bool {
    let names = IndexTable.all.map { "'\($0)\(IndexTable.next)'" }.joined(separator: ", ")
    return try connection.number("SELECT count(*) FROM sqlite_schema WHERE name IN (\(names))")
      == Int64(IndexTable.all.count)
  }

  /// Replaces the index in use with the new one, which is complete. The old one is only set aside,
  /// because dropping a large index takes seconds; see ``dropSome(rows:on:)``.
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
