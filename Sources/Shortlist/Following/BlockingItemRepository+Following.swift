#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BlockingItemRepository {
  /// See ``ItemRepository/catchUp(with:progress:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownTable``, ``ShortlistError/Code/invalidQuery`` or
  ///   another error of the source, or a write error (see ``ItemRepository``).
  @discardableResult
  public func catchUp(
    with source: TableSource, progress: (LoadProgress) -> Void = { _ in }
  ) throws(ShortlistError) -> CatchUpReport {
    try catchUp(
      with: source, checkpoint: source.table.checkpointName, in: source.table.scope,
      progress: progress)
  }

  /// See ``ItemRepository/catchUp(with:checkpoint:in:progress:)``.
  ///
  /// - Throws: ``ShortlistError/Code/input`` or another error of the source, or a write error (see
  ///   ``ItemRepository``).
  @discardableResult
  public func catchUp(
    with source: some ChangeSource, checkpoint: String, in scope: ReconciliationScope,
    progress: (LoadProgress) -> Void = { _ in }
  ) throws(ShortlistError) -> CatchUpReport {
    try catchUp(
      Following(source: source, checkpoint: checkpoint, scope: scope), isCancelled: { false },
      progress: progress)
  }

  /// Asks a source for changes until there are none.
  func catchUp(
    _ following: Following, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
  ) throws(ShortlistError) -> CatchUpReport {
    let start = ContinuousClock.now
    var report = CatchUpReport()
    var mustList = false
    var wasEmpty = false
    while true {
      guard !isCancelled() else {
        throw ShortlistError(.cancelled, "The catching up was cancelled.")
      }
      let last = try checkpoint(following.checkpoint)
      let changes = try following.changes(after: mustList ? nil : last?.value)
      if case .listing = changes.extent {
        let counts = try reconcile(
          following, from: changes, replacing: last, isCancelled: isCancelled, progress: progress)
        // Otherwise another process has caught up meanwhile, or the source starts again.
        mustList = counts == nil
        if let counts {
          report.counts += counts
          report.hasListed = true
        }
        continue
      }
      let isOver = changes.isEmpty && (wasEmpty || changes.position == last?.value)
      if changes.position != last?.value {
        let set = ChangeSet(
          upserts: changes.upserts, removals: changes.removals,
          checkpoint: Checkpoint(name: following.checkpoint, value: changes.position))
        // If another process was faster, ask for what follows its changes.
        guard let counts = try apply(set, if: { $0 == last }) else { continue }
        report.counts += counts
      }
      wasEmpty = changes.isEmpty
      guard !isOver else { break }
    }
    report.elapsed = .now - start
    return report
  }

  /// Reads the pages of a listing, and removes the items that are on none.
  ///
  /// - Returns: `nil` if the listing has to be read again.
  private func reconcile(
    _ following: Following, from first: SourceChanges, replacing last: Checkpoint?,
    isCancelled: () -> Bool, progress: (LoadProgress) -> Void
  ) throws(ShortlistError) -> LoadCounts? {
    var page = first
    var items = page.upserts.makeIterator()
    var startsAgain = false
    let reconciliation = Reconciliation(
      next: { () throws(ShortlistError) in
        while true {
          if let item = items.next() { return item }
          guard case .listing(_, isLast: false) = page.extent else { return nil }
          page = try following.changes(after: page.position)
          guard case .listing(isFirst: false, _) = page.extent else {
            startsAgain = true
            throw ShortlistError(.input, "The source has changed while it was read.")
          }
          items = page.upserts.makeIterator()
        }
      },
      scope: following.scope,
      checkpoint: { Checkpoint(name: following.checkpoint, value: page.position) },
      isExpected: { $0 == last })
    do throws(ShortlistError) {
      return try reconcile(reconciliation, isCancelled: isCancelled, progress: progress)?.counts
    } catch {
      guard startsAgain else { throw error }
      return nil
    }
  }
}

/// A source, and where its items and its position are in the repository.
struct Following {
  let source: any ChangeSource
  let checkpoint: String
  let scope: ReconciliationScope

  /// Asks the source for changes.
  func changes(after position: Data?) throws(ShortlistError) -> SourceChanges {
    do {
      return try source.changes(after: position)
    } catch let error as ShortlistError {
      throw error
    } catch {
      throw ShortlistError(.input, "The source of changes failed: \(error)")
    }
  }
}

// MARK: - Verifying

extension BlockingItemRepository {
  /// See ``ItemRepository/verify(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownTable``, ``ShortlistError/Code/invalidQuery`` or
  ///   another error of the source, or a read error (see ``ItemRepository``).
  public func verify(_ source: TableSource) throws(ShortlistError) -> VerificationReport {
    let following = Following(
      source: source, checkpoint: source.table.checkpointName, scope: source.table.scope)
    var report = VerificationReport()
    var seen = SeenItems()
    var page = try following.changes(after: nil)
    while true {
      for var listed in page.upserts where !seen.take(&listed) {
        report.items += 1
        switch try item(listed.id) {
        case nil: report.missing.append(listed.id)
        case listed: break
        default: report.different.append(listed.id)
        }
      }
      guard case .listing(_, isLast: false) = page.extent else { break }
      page = try following.changes(after: page.position)
    }
    report.extra = try ids(in: following.scope) { !seen.contains($0) }
    return report
  }
}

/// A comparison of the items in a repository with the rows of a followed table.
public struct VerificationReport: Sendable, Hashable {
  /// The number of items that the query yields.
  public internal(set) var items = 0
  /// The ids of items that the repository lacks.
  public internal(set) var missing: [Item.ID] = []
  /// The ids of items whose fields are different in the repository.
  public internal(set) var different: [Item.ID] = []
  /// The ids of items in the repository that the query does not yield.
  public internal(set) var extra: [Item.ID] = []

  /// Whether repository and query are equal.
  public var isEqual: Bool { missing.isEmpty && different.isEmpty && extra.isEmpty }
}

// MARK: - Settings

/// A table that a repository follows in a SQLite file.
public struct FollowedTable: Sendable, Hashable, Codable {
  /// The path of the file.
  public var path: String
  /// The rows.
  public var table: SourceTable

  /// Makes settings.
  public init(path: String, table: SourceTable) {
    self.path = path
    self.table = table
  }

  /// The table as a source of changes.
  public var source: TableSource { TableSource(table, in: SQLiteFile(path: path)) }
}

extension BlockingItemRepository {
  /// See ``ItemRepository/followedTables()``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func followedTables() throws(ShortlistError) -> [FollowedTable] {
    try database.read { (transaction) throws(ShortlistError) in
      let rows = try transaction.connection.statement(
        "SELECT settings FROM followed_table ORDER BY name")
      defer { rows.reset() }
      var tables: [FollowedTable] = []
      while try rows.step() {
        guard
          let table = try? JSONDecoder().decode(FollowedTable.self, from: Data(rows.text(0).utf8))
        else { throw .damaged("the settings of a followed table cannot be read") }
        tables.append(table)
      }
      return tables
    }
  }

  /// See ``ItemRepository/remember(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func remember(_ followed: FollowedTable) throws(ShortlistError) {
    let settings: String
    do {
      settings = String(decoding: try JSONEncoder().encode(followed), as: UTF8.self)
    } catch {
      throw ShortlistError(.invalidValue, "The settings cannot be written as JSON: \(error)")
    }
    try database.write { (transaction) throws(ShortlistError) in
      let insert = try transaction.connection.statement(
        "INSERT OR REPLACE INTO followed_table(name, settings) VALUES(?1, ?2)")
      try insert.bind(followed.table.checkpointName, at: 1)
      try insert.bind(settings, at: 2)
      try insert.run()
    }
  }

  /// See ``ItemRepository/forget(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func forget(_ table: SourceTable) throws(ShortlistError) {
    try database.write { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      try CheckpointTable.remove(table.checkpointName, on: connection)
      let delete = try connection.statement("DELETE FROM followed_table WHERE name = ?1")
      try delete.bind(table.checkpointName, at: 1)
      try delete.run()
    }
  }
}
