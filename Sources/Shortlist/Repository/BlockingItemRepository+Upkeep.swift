extension BlockingItemRepository {
  /// See ``ItemRepository/statistics()``.
  public func statistics() throws(ShortlistError) -> Statistics {
    try database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      return Statistics(
        items: try SectionTable.itemCount(connection),
        sections: Int(try connection.number("SELECT count(*) FROM section") ?? 0),
        terms: Int(
          try connection.number("SELECT count(*) FROM term WHERE term < '\(Tokens.firstMark)'") ?? 0
        ),
        fileSize: database.path.map(DatabaseFile.size) ?? 0,
        logSize: database.path.map { DatabaseFile.size($0 + "-wal") } ?? 0,
        schemaVersion: Int(try connection.number("PRAGMA user_version") ?? 0),
        tokenizerVersion: Int(try Meta.number("tokenizer", on: connection) ?? 0),
        sqliteVersion: Database.sqliteVersion,
        reindexingFailure: reindexingFailure.withLock { $0 })
    }
  }

  /// See ``ItemRepository/optimize()``.
  public func optimize() throws(ShortlistError) {
    try merge(.optimizing)
    try settleTermDictionary(foldsChanges: true)
    while try database.write({ (transaction) throws(ShortlistError) in
      try transaction.releaseFreePages()
    }) {
      database.yieldToOtherWriters()
    }
  }

  /// Merges segments, in one transaction as long as nobody else waits to write: each transaction waits
  /// for the disk.
  private func merge(_ merging: Merging) throws(ShortlistError) {
    for table in IndexTable.searched {
      while try database.read({ (transaction) throws(ShortlistError) in
        try merging.isNeeded(for: table, on: transaction.connection)
      }) {
        let hasMore = try database.write { (transaction) throws(ShortlistError) in
          for _ in 0..<Self.mergesOfTransaction {
            guard try merging.merge(table, on: transaction.connection) else { return false }
            if database.othersWait { break }
          }
          return true
        }
        guard hasMore else { break }
        database.yieldToOtherWriters()
      }
    }
  }

  private static let mergesOfTransaction = 8

  /// Merges what a bulk load has left in pieces: into one, when it made up most of the items.
  func finishLoad(of loaded: Int) throws(ShortlistError) {
    guard loaded > LoadBatch.usualItems, try loaded > listLength() / 2 else {
      try merge(.afterManyChanges)
      return try settleTermDictionary(foldsChanges: false)
    }
    try optimize()
  }

  /// Makes the copy of the list of words where it is not up to date, or where changes were added to it.
  private func settleTermDictionary(foldsChanges: Bool) throws(ShortlistError) {
    guard
      try database.read({ (transaction) throws(ShortlistError) in
        try !TermDictionarySnapshot.isSettled(
          foldsChanges: foldsChanges, on: transaction.connection)
      })
    else { return }
    try database.write { (transaction) throws(ShortlistError) in
      try TermDictionarySnapshot.settle(foldsChanges: foldsChanges, on: transaction.connection)
    }
  }

  /// How many items there are.
  func listLength() throws(ShortlistError) -> Int {
    try database.read { (transaction) throws(ShortlistError) in
      try SectionTable.itemCount(transaction.connection)
    }
  }

  /// See ``ItemRepository/needsReindex()``.
  public func needsReindex() throws(ShortlistError) -> Bool {
    try database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      guard try !IndexTable.isPreviousLeft(on: connection) else { return true }
      return try IndexRebuild.isNeeded(on: connection)
    }
  }

  /// See ``ItemRepository/reindex(progress:)``.
  public func reindex(progress: (LoadProgress) -> Void = { _ in }) throws(ShortlistError) {
    try reindex(Reindexing(database), progress: progress)
  }

  func reindex(
    _ reindexing: Reindexing, progress: (LoadProgress) -> Void = { _ in }
  ) throws(ShortlistError) {
    let start = ContinuousClock.now
    reindexingFailure.withLock { $0 = nil }
    var reindexing = reindexing
    while try reindexing.step() {
      progress(
        LoadProgress(loaded: reindexing.indexed, elapsed: ContinuousClock.now - start))
    }
  }
}

extension WriteTransaction {
  /// Gives some of what the file does not use back to the system; `false` when it uses all.
  func releaseFreePages() throws(ShortlistError) -> Bool {
    let before = try connection.number("PRAGMA freelist_count") ?? 0
    guard before > 0 else { return false }
    try connection.execute("PRAGMA incremental_vacuum(1000)")
    return try connection.number("PRAGMA freelist_count") ?? 0 < before
  }
}
