extension BlockingItemRepository {
  /// See ``ItemRepository/statistics()``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func statistics() throws(ShortlistError) -> Statistics {
    try database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      var index = IndexSupport.Verdict()
      for table in IndexTable.searched {
        let verdict = try IndexSupport.verdict(on: table, of: connection)
        if verdict.support < index.support { index = verdict }
      }
      return Statistics(
        items: try SectionTable.itemCount(connection),
        sections: Int(try connection.number("SELECT count(*) FROM section") ?? 0),
        synonyms: Int(try connection.number("SELECT count(*) FROM synonym_set") ?? 0),
        terms: Int(
          try connection.number("SELECT count(*) FROM term WHERE term < '\(Tokens.firstMark)'") ?? 0
        ),
        fileSize: database.path.map(DatabaseFile.size) ?? 0,
        logSize: database.path.map { DatabaseFile.size($0 + "-wal") } ?? 0,
        schemaVersion: Int(try connection.number("PRAGMA user_version") ?? 0),
        tokenizerVersion: Int(try Meta.number("tokenizer", on: connection) ?? 0),
        sqliteVersion: Database.sqliteVersion,
        indexSupport: index.support, indexSupportReason: index.reason,
        readOnlyReason: database.obstacle,
        reindexingFailure: reindexingFailure.withLock { $0 })
    }
  }

  /// See ``ItemRepository/optimize()``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func optimize() throws(ShortlistError) { try optimize(erases: true) }

  private func optimize(erases: Bool) throws(ShortlistError) {
    try merge(.optimizing, erases: erases)
    try settleTermDictionary(foldsChanges: true)
    while try database.write({ (transaction) throws(ShortlistError) in
      try transaction.releaseFreePages()
    }) {
      database.yieldToOtherWriters()
    }
  }

  /// Merges segments. Many merges share a transaction while nobody else waits to write, because each
  /// transaction waits for the disk. With `erases`, SQLite overwrites the merged segments, if it does so
  /// with all that is deleted.
  private func merge(_ merging: Merging, erases: Bool = true) throws(ShortlistError) {
    while let tables = try tables(thatNeed: merging) {
      let isChanged = try database.write { (transaction) throws(ShortlistError) in
        try transaction.connection.erasing(erases) { () throws(ShortlistError) in
          let connection = transaction.connection
          if try mergeAhead(merging, of: tables, on: connection) { return true }
          return try merge(merging, of: tables, on: connection)
        }
      }
      guard isChanged else { break }
      database.yieldToOtherWriters()
    }
  }

  /// Returns the tables that need to be merged; `nil` if there are none.
  private func tables(thatNeed merging: Merging) throws(ShortlistError) -> [String]? {
    var tables: [String] = []
    try database.read { (transaction) throws(ShortlistError) in
      for table in IndexTable.searched
      where try merging.isNeeded(for: table, on: transaction.connection) {
        tables.append(table)
      }
    }
    return tables.isEmpty ? nil : tables
  }

  /// Merges segments of tables on other threads, while this one stores what they have merged, until
  /// somebody else waits to write.
  ///
  /// - Returns: whether anything was merged.
  private func mergeAhead(
    _ merging: Merging, of tables: [String], on connection: Connection
  ) throws(ShortlistError) -> Bool {
    guard database.path != nil, Workers.cores > 1 else { return false }
    var partly = merging
    partly.pages = Self.pagesOfPart
    let ahead = MergeAhead(partly, of: tables, in: database)
    defer { ahead.stop() }
    var parts = 0
    while parts < Self.partsOfTransaction, let part = ahead.next() {
      try part.store(on: connection)
      parts += 1
      if database.othersWait { break }
    }
    return parts > 0
  }

  /// Merges segments of tables on this thread, until somebody else waits to write.
  ///
  /// - Returns: whether anything was merged.
  private func merge(
    _ merging: Merging, of tables: [String], on connection: Connection
  ) throws(ShortlistError) -> Bool {
    var merges = 0
    for table in tables {
      while merges < Self.mergesOfTransaction, try merging.merge(table, on: connection) {
        merges += 1
        if database.othersWait { return true }
      }
    }
    return merges > 0
  }

  private static let mergesOfTransaction = 8
  /// The pages that a thread merges in memory before they are stored: 4 MB.
  private static let pagesOfPart = 1_000
  /// The most parts of a transaction. All their pages go to the log: 192 MB, little more than those of a
  /// large batch of a load.
  private static let partsOfTransaction = 48

  /// Merges the segments of a bulk load; into a single one if the load made up most of the items.
  /// If the list had no other items, the segments hold nothing that would have to be erased.
  func finishLoad(of loaded: Int, isAlone: Bool) throws(ShortlistError) {
    guard loaded > LoadBatch.usualItems, try loaded > listLength() / 2 else {
      try merge(.afterManyChanges)
      return try settleTermDictionary(foldsChanges: false)
    }
    try optimize(erases: !isAlone)
  }

  /// Updates the snapshot of the term dictionary if it is outdated; with `foldsChanges`, also if
  /// changes were appended to it.
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

  /// Returns the number of items.
  func listLength() throws(ShortlistError) -> Int {
    try database.read { (transaction) throws(ShortlistError) in
      try SectionTable.itemCount(transaction.connection)
    }
  }

  /// See ``ItemRepository/needsReindex()``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func needsReindex() throws(ShortlistError) -> Bool {
    try database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      guard try !IndexTable.isPreviousLeft(on: connection) else { return true }
      return try IndexRebuild.isNeeded(on: connection)
    }
  }

  /// See ``ItemRepository/reindex(progress:)``.
  ///
  /// - Throws: ``ShortlistError/Code/newerVersion`` if a newer version uses the file, or another
  ///   write error (see ``ItemRepository``).
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
  /// Returns some unused pages of the file to the system; `false` if there were none to release.
  func releaseFreePages() throws(ShortlistError) -> Bool {
    let before = try connection.number("PRAGMA freelist_count") ?? 0
    guard before > 0 else { return false }
    try connection.execute("PRAGMA incremental_vacuum(1000)")
    return try connection.number("PRAGMA freelist_count") ?? 0 < before
  }
}

extension BlockingItemRepository {
  /// See ``ItemRepository/check()``.
  ///
  /// - Throws: ``ShortlistError/Code/full`` or ``ShortlistError/Code/cannotOpen`` if there is no
  ///   room for the copy, or another read error (see ``ItemRepository``).
  public func check() throws(ShortlistError) -> CheckReport {
    let copy = try database.read { (transaction) throws(ShortlistError) in
      try transaction.connection.privateCopy()
    }
    var checker = Checker(copy)
    do {
      return try checker.run()
    } catch {
      throw error.ofTemporaryCopy
    }
  }

  /// See ``ItemRepository/repair()``.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` if the sections cannot be read, or a write error
  ///   (see ``ItemRepository``).
  @discardableResult
  public func repair() throws(ShortlistError) -> Int {
    let isAlone = try database.read { (transaction) throws(ShortlistError) in
      try Schema.difference(of: transaction.connection, isAlone: true) == nil
    }
    // Tables that are not ours must not be left out.
    guard isAlone else {
      try reindex(Reindexing(database, begins: true))
      return try statistics().items
    }
    var kept = 0
    try database.replace { (source) throws(ShortlistError) in
      try Database.temporary(stemming: stemming) { (transaction) throws(ShortlistError) in
        var salvage = Salvage(from: source, to: transaction)
        kept = try salvage.run()
      }
    }
    return kept
  }

  /// See ``ItemRepository/backup(to:replacing:forReading:)``.
  ///
  /// - Throws: ``ShortlistError/Code/fileExists``, ``ShortlistError/Code/cannotOpen`` if the file
  ///   cannot be created, ``ShortlistError/Code/full``, ``ShortlistError/Code/damaged`` if a copy for
  ///   reading is not sound, or a read error (see ``ItemRepository``).
  public func backup(
    to path: String, replacing: Bool = false, forReading: Bool = false
  ) throws(ShortlistError) {
    let file = try BackupFile(path, of: database.path, replacing: replacing)
    try file.write(isPublic: forReading) { (target) throws(ShortlistError) in
      try database.read { (transaction) throws(ShortlistError) in
        try transaction.connection.write(to: target)
      }
      if forReading { try Self.prepareForReading(target, path: path) }
    }
  }

  /// Makes the best of a copy that nobody will change: an index of this version in one segment, nothing
  /// of what its owner searched for, and no damage.
  private static func prepareForReading(
    _ copy: Connection, path: String
  ) throws(ShortlistError) {
    let repository = try BlockingItemRepository(private: Database(private: copy))
    if try repository.needsReindex() { try repository.reindex() }
    try repository.removeRecentSearches()
    try repository.forgetChoices()
    try repository.optimize()
    var checker = Checker(try copy.privateCopy())
    try checker.requireSoundness(path: path)
  }
}

extension BlockingItemRepository {
  /// See ``ItemRepository/export(_:to:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``; the error of `receive`, which ends the
  ///   export; or a read error (see ``ItemRepository``).
  public func export<Failure: Error>(
    _ sections: [ItemSection.ID]? = nil, to receive: (ListElement) throws(Failure) -> Void
  ) throws {
    var failure: Failure?
    try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let exported = try Self.rows(of: table, named: sections, transaction.connection)
      for section in exported {
        do throws(Failure) {
          try receive(.section(section.section))
        } catch {
          failure = error
          return
        }
        let rows = try transaction.connection.statement(
          "SELECT \(Item.columns) FROM item WHERE section = ?1 ORDER BY position, docid")
        defer { rows.reset() }
        rows.bind(section.number, at: 1)
        var last: Int64 = 0
        while try rows.step() {
          var item = try Item(
            rows, section: section.section.id, transaction.connection.attributeCatalog)
          let position = rows.int64(3)
          if position != last &+ ItemWriter.positionStep { item.positionInSection = position }
          last = position
          do throws(Failure) {
            try receive(.item(item))
          } catch {
            failure = error
            return
          }
        }
      }
      let numbers = Set(exported.map(\.number))
      for pin in try table.pins.all(in: numbers, on: transaction.connection) {
        do throws(Failure) {
          try receive(.pin(pin))
        } catch {
          failure = error
          return
        }
      }
    }
    if let failure { throw failure }
  }

  private static func rows(
    of table: SectionTable, named sections: [ItemSection.ID]?, _ connection: Connection
  ) throws(ShortlistError) -> [SectionRow] {
    guard let sections else { return table.rows }
    var rows: [SectionRow] = []
    for id in sections {
      guard let row = try table.row(of: id, on: connection) else {
        throw ShortlistError(.unknownSection, "There is no section “\(id)”.")
      }
      rows.append(row)
    }
    return rows
  }
}
