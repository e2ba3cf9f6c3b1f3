extension BlockingItemRepository {
  /// The tables of FTS5.
  private static let indexTables = ["item_titles", "item_fragments", "item_texts"]

  /// See ``ItemRepository/statistics()``.
  public func statistics() throws(ShortlistError) -> Statistics {
    try database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      return Statistics(
        items: Int(try connection.number("SELECT sum(items) FROM section") ?? 0),
        sections: Int(try connection.number("SELECT count(*) FROM section") ?? 0),
        terms: Int(
          try connection.number("SELECT count(*) FROM term WHERE term < '\(Tokens.firstMark)'") ?? 0
        ),
        fileSize: database.path.map(DatabaseFile.size) ?? 0,
        logSize: database.path.map { DatabaseFile.size($0 + "-wal") } ?? 0,
        schemaVersion: Int(try connection.number("PRAGMA user_version") ?? 0),
        tokenizerVersion: Int(try Meta.number("tokenizer", on: connection) ?? 0),
        sqliteVersion: Database.sqliteVersion)
    }
  }

  /// See ``ItemRepository/optimize()``.
  public func optimize() throws(ShortlistError) {
    for table in Self.indexTables {
      // A negative number begins to merge all segments into one; positive ones go on with it.
      var pages = -Self.pagesOfStep
      while try merge(pages, of: table) {
        pages = Self.pagesOfStep
        _ = database.yieldToOtherWriters()
      }
    }
  }

  /// Merges what a bulk load has left in pieces, when it made up most of the items.
  func finishLoad(of loaded: Int) throws(ShortlistError) {
    guard loaded > LoadBatch.maximumItems, try loaded > statistics().items / 2 else { return }
    try optimize()
  }

  /// How many pages of the index are merged in one transaction: some 50 ms of work.
  private static let pagesOfStep = 2_000

  /// Merges segments; `false` when there was nothing left to merge.
  private func merge(_ pages: Int, of table: String) throws(ShortlistError) -> Bool {
    try database.write { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      let before = connection.totalChanges
      try connection.execute("INSERT INTO \(table)(\(table), rank) VALUES('merge', \(pages))")
      // The command counts as one change itself.
      return connection.totalChanges - before >= 2
    }
  }

  /// See ``ItemRepository/reindex(progress:)``.
  public func reindex(progress: (LoadProgress) -> Void = { _ in }) throws(ShortlistError) {
    let start = ContinuousClock.now
    try database.write(claims: false) { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      for table in Self.indexTables {
        try connection.execute("INSERT INTO \(table)(\(table)) VALUES('delete-all')")
      }
      try connection.execute("DELETE FROM term")
      try Meta.advance("terms", on: connection)
      var changes = IndexChanges()
      var loaded = 0
      let rows = try connection.statement("SELECT \(ItemRow.columns) FROM item ORDER BY docid")
      defer { rows.reset() }
      while try rows.step() {
        let row = ItemRow(rows)
        changes.insert(row.texts, at: row.docid)
        loaded += 1
        guard loaded.isMultiple(of: LoadBatch.maximumItems) else { continue }
        try changes.write(to: transaction)
        progress(LoadProgress(loaded: loaded, elapsed: ContinuousClock.now - start))
      }
      try changes.write(to: transaction)
      try Meta.claimIndex(on: connection)
    }
  }
}
