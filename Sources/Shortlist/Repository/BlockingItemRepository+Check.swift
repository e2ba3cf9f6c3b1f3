extension BlockingItemRepository {
  /// See ``ItemRepository/check()``.
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
  @discardableResult
  public func repair() throws(ShortlistError) -> Int {
    let isAlone = try database.read { (transaction) throws(ShortlistError) in
      try Schema.difference(of: transaction.connection, isAlone: true) == nil
    }
    // What else is in the file is not ours to leave out.
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

  /// See ``ItemRepository/backup(to:replacing:)``.
  public func backup(to path: String, replacing: Bool = false) throws(ShortlistError) {
    let file = try BackupFile(path, of: database.path, replacing: replacing)
    try file.write { (target) throws(ShortlistError) in
      try database.read { (transaction) throws(ShortlistError) in
        try transaction.connection.write(to: target)
      }
    }
  }
}
