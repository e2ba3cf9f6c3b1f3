#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The operations of an ``ItemRepository`` on the calling thread, for command-line tools, scripts
/// and tests. Each is documented at ``ItemRepository``.
///
/// ```swift
/// let countries = try BlockingItemRepository(path: ":memory:")
/// try countries.add("New Zealand", to: "Countries to visit")
/// print(try countries.search(SearchQuery("zea")).hits.map(\.item.title))
/// ```
///
/// Make one from a path or a file URL, or use ``ItemRepository/blocking``.
public final class BlockingItemRepository: Sendable {
  let database: Database
  /// See ``ItemRepository/stemming``.
  public let stemming: ItemRepository.Options.Stemming
  private let knownSections = Condition<SectionTable?>(nil)
  /// See ``Statistics/reindexingFailure``.
  let reindexingFailure = Condition<ShortlistError?>(nil)
  let dictionaries = TermDictionaryCache()
  let attributeIndexes = AttributeIndexCache()

  /// Opens the file at `path` like ``ItemRepository/init(path:options:)``, except that an index of
  /// an older version waits for ``reindex(progress:)``: there is no thread to rebuild it in the
  /// background.
  ///
  /// - Throws: ``ShortlistError/Code/cannotOpen``, ``ShortlistError/Code/notAnIndex`` or
  ///   ``ShortlistError/Code/newerVersion``, leaving the file unchanged;
  ///   ``ShortlistError/Code/damaged`` if damage is found; ``ShortlistError/Code/unsupported`` if
  ///   SQLite has no FTS5; or a write error.
  public init(
    path: String, options: ItemRepository.Options = ItemRepository.Options()
  ) throws(ShortlistError) {
    precondition(options.readers > 0, "A repository needs at least one reader.")
    precondition(options.cacheSize >= 0, "A cache cannot have fewer than 0 bytes.")
    let database = try Database(path: path, options: options) { (copy) throws(ShortlistError) in
      var checker = Checker(copy)
      try checker.requireSoundness(path: path)
    } finish: { (connection) throws(ShortlistError) in
      try TermDictionarySnapshot.settle(foldsChanges: false, on: connection)
    }
    self.database = database
    let version: Int64
    (stemming, version) = try Self.settings(of: database)
    guard !database.isReadOnly else { return }
    guard version <= Meta.tokenizerVersion else {
      throw ShortlistError(
        .newerVersion,
        "\(path) was indexed by a newer Shortlist (tokens of version \(version), this one makes "
          + "\(Meta.tokenizerVersion)); opened for reading only, it can still be searched.")
    }
  }

  /// Wraps a private database.
  init(private database: Database) throws(ShortlistError) {
    self.database = database
    stemming = try Self.settings(of: database).stemming
  }

  /// Returns the stemming of an index and the version of its tokens.
  private static func settings(
    of database: Database
  ) throws(ShortlistError) -> (stemming: ItemRepository.Options.Stemming, version: Int64) {
    try database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      return (
        try Meta.hasStems(on: connection) ? .english : .none,
        try Meta.number("tokenizer", on: connection) ?? 0
      )
    }
  }

  /// Opens the file at a URL; see ``ItemRepository/init(url:options:)``.
  ///
  /// - Throws: as for a path; ``ShortlistError/Code/cannotOpen`` if the URL is not a file URL.
  public convenience init(
    url: URL, options: ItemRepository.Options = ItemRepository.Options()
  ) throws(ShortlistError) {
    try self.init(path: url.databasePath, options: options)
  }

  /// See ``ItemRepository/isReadOnly``.
  public var isReadOnly: Bool { database.isReadOnly }

  /// See ``ItemRepository/close()``.
  public func close() { database.close() }

  /// See ``ItemRepository/releaseMemory()``.
  public func releaseMemory() {
    dictionaries.removeAll()
    attributeIndexes.removeAll()
    knownSections.withLock { $0 = nil }
    database.releaseMemory()
  }

  /// See ``ItemRepository/search(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func search(_ query: SearchQuery) throws(ShortlistError) -> SearchResults {
    try search(query, budget: SearchBudget())
  }

  func search(
    _ query: SearchQuery, budget: SearchBudget
  ) throws(ShortlistError) -> SearchResults {
    let start = ContinuousClock.now
    return try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let attributes = try AttributeQuery(query, attributeIndexes, on: transaction.connection)
      budget.start(query.timeBudget, on: transaction.connection)
      defer { budget.stop(on: transaction.connection) }
      let search = try find(query, attributes, in: table, transaction)
      // From here on no statement is interrupted: the hits found are returned as far as possible.
      budget.stop(on: transaction.connection)
      try budget.checkCancellation()
      let results = try search.results(startedAt: start, budget)
      try budget.checkCancellation()
      return results
    }
  }

  /// Finds the matches on all tiers, under the budget of the connection.
  func find(
    _ query: SearchQuery, _ attributes: AttributeQuery, in table: SectionTable,
    _ transaction: ReadTransaction
  ) throws(ShortlistError) -> Search {
    var search = try transaction.connection.withoutInterrupts { () throws(ShortlistError) in
      try Search(
        query, in: table, stems: stemming == .english, attributes, transaction: transaction)
    }
    do throws(ShortlistError) {
      // With a filter, the counts of terms tell which of them to read whole. The attributes had to be
      // read as well, which takes longer.
      let dictionary =
        try query.filter == nil
        ? dictionaries.known(transaction.connection)
        : dictionaries.dictionary(transaction.connection)
      try search.run(dictionary)
      try search.collectSubstrings(dictionaries)
      try search.collectTypos(dictionaries)
    } catch {
      // The time ran out, or the task was cancelled, in the middle of a lookup.
      guard error.code == .cancelled else { throw error }
      search.interrupt()
    }
    return search
  }

  /// Returns the sections and the synonyms, which are read again only after they have changed.
  func sectionTable(_ transaction: ReadTransaction) throws(ShortlistError) -> SectionTable {
    let connection = transaction.connection
    let revision = try Meta.number("sections", on: connection) ?? 0
    if let known = knownSections.withLock({ $0 }), known.revision == revision { return known }
    var table = try SectionTable(connection, revision: revision)
    table.synonyms = try synonymTable(connection)
    table.pins = try PinnedItemTable(connection)
    knownSections.withLock { [table] in $0 = table }
    return table
  }

  /// Returns the synonyms, which are read again only after they have changed.
  private func synonymTable(_ connection: Connection) throws(ShortlistError) -> SynonymTable {
    guard let revision = try Meta.number("synonyms", on: connection) else { return .none }
    if let known = knownSections.withLock({ $0?.synonyms }), known.revision == revision {
      return known
    }
    return try SynonymTable(connection, revision: revision)
  }

  func write<Result>(
    _ work: (ItemWriter) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    try writeChange(work).result
  }

  /// Writes, and returns the number of the change as well.
  private func writeChange<Result>(
    _ work: (ItemWriter) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> (result: Result, change: Int64) {
    let (result, change) = try database.write(claims: false) {
      (transaction) throws(ShortlistError) in
      let writer = ItemWriter(transaction)
      let result = try work(writer)
      return (result, try writer.finish())
    }
    database.changes.announce(change)
    return (result, change)
  }
}

// MARK: - Sections

extension BlockingItemRepository {
  /// See ``ItemRepository/sections()``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func sections() throws(ShortlistError) -> [SectionSummary] {
    try database.read { (transaction) throws(ShortlistError) in
      try SectionTable(transaction.connection, revision: 0).rows.map {
        SectionSummary(section: $0.section, count: $0.items)
      }
    }
  }

  /// See ``ItemRepository/createSection(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/duplicateID`` if the id is taken,
  ///   ``ShortlistError/Code/invalidItem`` if it is empty, or a write error (see
  ///   ``ItemRepository``).
  public func createSection(_ section: ItemSection) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in _ = try writer.createSection(section) }
  }

  /// See ``ItemRepository/ensureSection(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem`` if the id is empty, or a write error (see
  ///   ``ItemRepository``).
  @discardableResult
  public func ensureSection(_ section: ItemSection) throws(ShortlistError) -> ItemSection {
    // An existing section is no change to write or announce.
    let known = try database.read { (transaction) throws(ShortlistError) in
      try SectionTable.section(of: section.id, on: transaction.connection)
    }
    if let known { return known }
    return try write { (writer) throws(ShortlistError) in
      // Another writer may have been faster.
      if let known = try SectionTable.section(of: section.id, on: writer.connection) {
        return known
      }
      try writer.createSection(section)
      return section
    }
  }

  /// See ``ItemRepository/renameSection(_:to:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func renameSection(_ id: ItemSection.ID, to title: String) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.renameSection(id, to: title) }
  }

  /// See ``ItemRepository/reorderSections(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func reorderSections(_ ids: [ItemSection.ID]) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.reorderSections(ids) }
  }

  /// See ``ItemRepository/removeSection(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func removeSection(_ id: ItemSection.ID) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.removeSection(id) }
  }
}

// MARK: - Items

extension BlockingItemRepository {
  /// See ``ItemRepository/add(_:to:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem`` if the title is blank or the section's id is
  ///   empty, or a write error (see ``ItemRepository``).
  @discardableResult
  public func add(_ title: String, to section: ItemSection.ID) throws(ShortlistError) -> Item {
    let item = Item(section: section, title: title)
    return try upsert([item]).first ?? item
  }

  /// See ``ItemRepository/upsert(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``).
  @discardableResult
  public func upsert(_ items: [Item]) throws(ShortlistError) -> [Item] {
    guard !items.isEmpty else { return [] }
    return try write { (writer) throws(ShortlistError) in
      var kept = items
      for index in kept.indices {
        let place = try writer.upsert(items[index])
        kept[index].id = place.id
        kept[index].section = place.section
      }
      return kept
    }
  }

  /// Adds or updates items, in several transactions if others wait to write. Ends early when `stops`
  /// returns `true`; `keeps` receives the outcomes of each transaction.
  ///
  /// - Returns: the history of the load with these items; `nil` if it was not given.
  @discardableResult
  func upsertInTurns(
    _ items: [LoadItem], history: LoadHistory? = nil, stops: () -> Bool = { false },
    keeps: (LoadCounts) -> Void = { _ in }
  ) throws(ShortlistError) -> LoadHistory? {
    var rest = items[...]
    var history = history
    while !rest.isEmpty, !stops() {
      let ((counts, isAlone, nextDocids), change) = try writeChange {
        (writer) throws(ShortlistError) -> (LoadCounts, Bool, [Int64: Int64]) in
        let isAlone = try history?.isAlone(on: writer.connection) ?? false
        if isAlone, let history { writer.nextDocids = history.nextDocids }
        let counts = try writer.load(rest, isAlone: isAlone) { stops() || database.othersWait }
        return (counts, isAlone, writer.nextDocids)
      }
      history?.note(change, isAlone: isAlone, nextDocids: nextDocids)
      keeps(counts)
      rest = rest.dropFirst(counts.loaded)
      database.yieldToOtherWriters()
    }
    return history
  }

  /// See ``ItemRepository/move(_:to:at:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/invalidItem`` if the
  ///   section's id is empty, or a write error (see ``ItemRepository``).
  public func move(
    _ ids: [Item.ID], to section: ItemSection.ID, at index: Int? = nil
  ) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in
      try writer.move(ids, to: section, at: index)
    }
  }

  /// See ``ItemRepository/reweigh(_:to:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/invalidItem`` unless the
  ///   weight is finite and 0 or more, or a write error (see ``ItemRepository``).
  public func reweigh(_ id: Item.ID, to weight: Double) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.reweigh(id, to: weight) }
  }

  /// See ``ItemRepository/reorder(_:by:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, ``ShortlistError/Code/unknownItem`` if an
  ///   item is not in the section, or a write error (see ``ItemRepository``).
  public func reorder(_ section: ItemSection.ID, by ids: [Item.ID]) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.reorder(section, by: ids) }
  }

  /// See ``ItemRepository/remove(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  @discardableResult
  public func remove(_ ids: [Item.ID]) throws(ShortlistError) -> Int {
    try write { (writer) throws(ShortlistError) in try writer.remove(ids) }
  }

  /// See ``ItemRepository/replaceSection(_:with:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``).
  @discardableResult
  public func replaceSection(
    _ section: ItemSection, with items: [Item]
  ) throws(ShortlistError) -> LoadCounts {
    try write { (writer) throws(ShortlistError) in
      try writer.replaceSection(section, with: items)
    }
  }

  /// See ``ItemRepository/item(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func item(_ id: Item.ID) throws(ShortlistError) -> Item? {
    try items("WHERE id = ?1") { (statement, _) throws(ShortlistError) in
      try statement.bind(id.rawValue, at: 1)
    }.first
  }

  /// See ``ItemRepository/index(of:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func index(of id: Item.ID) throws(ShortlistError) -> Int? {
    try database.read { (transaction) throws(ShortlistError) in
      // The index on positions covers this query.
      let statement = try transaction.connection.statement(
        """
        SELECT (SELECT count(*) FROM item
          WHERE section = found.section AND (position, docid) < (found.position, found.docid))
        FROM item AS found WHERE id = ?1
        """)
      defer { statement.reset() }
      try statement.bind(id.rawValue, at: 1)
      return try statement.step() ? Int(statement.int64(0)) : nil
    }
  }

  /// See ``ItemRepository/items(in:from:limit:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a read error (see ``ItemRepository``).
  public func items(
    in section: ItemSection.ID, from index: Int = 0, limit: Int = .max
  ) throws(ShortlistError) -> [Item] {
    try items("WHERE section = ?1 ORDER BY position, docid LIMIT ?2 OFFSET ?3") {
      (statement, connection) throws(ShortlistError) in
      guard let number = try SectionTable.number(of: section, on: connection) else {
        throw ShortlistError(.unknownSection, "There is no section “\(section)”.")
      }
      statement.bind(number, at: 1)
      statement.bind(Int64(max(limit, 0)), at: 2)
      statement.bind(Int64(max(index, 0)), at: 3)
    }
  }

  /// See ``ItemRepository/items(titled:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func items(titled title: String) throws(ShortlistError) -> [Item] {
    try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let connection = transaction.connection
      var found: [(section: Int, position: Int64, item: Item)] = []
      func take(_ row: Statement) throws(ShortlistError) {
        guard row.text(5) == title else { return }
        let (section, order) = try Self.section(of: row, in: table)
        try found.append(
          (order, row.int64(3), Item(row, section: section, connection.attributeCatalog)))
      }
      // An outdated index may lack items, so all items are read.
      if try connection.outdatedIndex() == nil, let expression = try IndexQuery.titled(title) {
        let row = try connection.statement("SELECT \(Item.columns) FROM item WHERE docid = ?1")
        defer { row.reset() }
        let iterator = try DocidIterator(
          expression, in: "item_titles", slot: 1, upperBound: .max, on: connection)
        try iterator.seek(to: 0)
        while iterator.head != DocidIterator.end {
          row.reset()
          row.bind(iterator.head, at: 1)
          if try row.step() { try take(row) }
          try iterator.advance()
        }
      } else {
        let row = try connection.statement("SELECT \(Item.columns) FROM item")
        defer { row.reset() }
        while try row.step() { try take(row) }
      }
      return found.sorted { ($0.section, $0.position) < ($1.section, $1.position) }.map(\.item)
    }
  }

  /// Returns the section of an item's row, and the section's place in the list.
  private static func section(
    of row: Statement, in table: SectionTable
  ) throws(ShortlistError) -> (ItemSection.ID, Int) {
    guard let order = table.order[row.int64(2)] else {
      throw ShortlistError(.damaged, "The index is damaged: an item belongs to no section.")
    }
    return (table.rows[order].section.id, order)
  }

  private func items(
    _ condition: String,
    bind: (Statement, Connection) throws(ShortlistError) -> Void
  ) throws(ShortlistError) -> [Item] {
    try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let statement = try transaction.connection.statement(
        "SELECT \(Item.columns) FROM item \(condition)")
      defer { statement.reset() }
      try bind(statement, transaction.connection)
      var items: [Item] = []
      while try statement.step() {
        items.append(
          try Item(
            statement, section: try Self.section(of: statement, in: table).0,
            transaction.connection.attributeCatalog))
      }
      return items
    }
  }
}

// MARK: - Bulk loading

extension BlockingItemRepository {
  /// See `load` of ``ItemRepository``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``).
  ///   Batches already committed stay.
  @discardableResult
  public func load(
    _ items: some Sequence<Item>, progress: (LoadProgress) -> Void = { _ in }
  ) throws(ShortlistError) -> LoadProgress {
    try load(items, isCancelled: { false }, progress: progress)
  }

  func load(
    _ items: some Sequence<Item>, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
  ) throws(ShortlistError) -> LoadProgress {
    var batch = LoadBatch()
    var iterator = items.makeIterator()
    return try load(
      { iterator.next() }, with: &batch, isCancelled: isCancelled, progress: progress)
  }

  /// Loads the items that `next` returns, until it returns `nil`, in batches gathered in `batch`.
  func load(
    _ next: () throws(ShortlistError) -> Item?, with batch: inout LoadBatch,
    isCancelled: () -> Bool, progress: (LoadProgress) -> Void
  ) throws(ShortlistError) -> LoadProgress {
    let start = ContinuousClock.now
    var lengthBefore = 0
    let writer = LoadWriter(self)
    database.beginLoad()
    defer { database.endLoad() }
    func reached() -> LoadProgress {
      let counts = writer.written
      return LoadProgress(
        loaded: counts.loaded, elapsed: ContinuousClock.now - start, counts: counts)
    }
    func report() {
      let reached = reached()
      if reached.loaded > 0 { progress(reached) }
    }
    func nextItem() throws(ShortlistError) -> Item? {
      do throws(ShortlistError) {
        return try next()
      } catch {
        try? writer.stop()
        throw error
      }
    }
    while let item = try nextItem() {
      guard !isCancelled() else {
        try writer.stop()
        throw ShortlistError.cancelledLoad(after: writer.written.loaded)
      }
      batch.append(item)
      guard batch.isFull else { continue }
      if batch.taken == 0 { lengthBefore = try listLength() }
      let isHeavy = batch.isHeavy
      try writer.write(batch.take())
      if isHeavy { try writer.finish() }
      report()
      batch.grow(for: lengthBefore + batch.taken)
    }
    try writer.finish()
    report()
    try writer.writeHere(batch.take())
    try finishLoad(of: batch.taken, isAlone: writer.isAlone)
    return reached()
  }
}

extension ShortlistError {
  /// Returns the error of a bulk load whose task was cancelled.
  static func cancelledLoad(after items: Int) -> ShortlistError {
    ShortlistError(.cancelled, "The load was cancelled after \(items) items.")
  }
}
