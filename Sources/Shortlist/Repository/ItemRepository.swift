#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A searchable repository of items in sections, stored in one file or in memory.
///
/// ```swift
/// let countries = try ItemRepository(path: "countries.db")
/// try await countries.add("New Zealand", to: "Countries to visit")
/// let results = try await countries.search(SearchQuery("zea"))
/// print(results.hits.map(\.item.title))
/// ```
///
/// Any task can call any method. The work runs on the repository's own threads, one writer and a
/// few readers, so it never blocks Swift's threads. ``blocking`` offers the same operations on the
/// calling thread. Several repositories, in several processes, can use one file at the same time.
///
/// ## Errors
///
/// Besides the errors listed for it, a call may fail with a *read error* or a *write error*. The
/// codes of a read error are ``ShortlistError/Code/closed``, ``ShortlistError/Code/storage``,
/// ``ShortlistError/Code/damaged``, ``ShortlistError/Code/busy``,
/// ``ShortlistError/Code/cannotOpen``, ``ShortlistError/Code/logLost``,
/// ``ShortlistError/Code/newerVersion`` and ``ShortlistError/Code/outOfMemory``. A write error may
/// also be ``ShortlistError/Code/readOnly`` or ``ShortlistError/Code/full``; it undoes the whole
/// change.
public final class ItemRepository: Sendable {
  /// The options for opening a file.
  public typealias Options = RepositoryOptions

  /// The same operations on the calling thread, for command-line tools and tests.
  public let blocking: BlockingItemRepository
  private let readers: Workers
  private let writer = Workers(limit: 1)

  /// The stemming of words, fixed when the file was created.
  public var stemming: Options.Stemming { blocking.stemming }

  /// Whether every change throws ``ShortlistError/Code/readOnly``: because the file was opened so, or
  /// because it stands where this user cannot change it (``Statistics/readOnlyReason``).
  public var isReadOnly: Bool { blocking.isReadOnly }

  /// Opens the file at `path`, creating it if necessary; `":memory:"` makes a private repository in
  /// memory.
  ///
  /// A file that this user may not write, or that stands where no file can be created, such as in the
  /// bundle of an app, is opened for reading only. So is a file of another user if the log that SQLite
  /// would create beside it could lock the owner out. Reading such a file leaves nothing behind. A
  /// file that was changed and has no log now is read from a private copy, which is made again after
  /// each change; ``backup(to:replacing:forReading:)`` makes one that needs no copy.
  ///
  /// - Throws: ``ShortlistError/Code/cannotOpen``, ``ShortlistError/Code/notAnIndex`` or
  ///   ``ShortlistError/Code/newerVersion``, leaving the file unchanged;
  ///   ``ShortlistError/Code/damaged`` if damage is found; ``ShortlistError/Code/unsupported`` if
  ///   SQLite has no FTS5; or a write error.
  public init(path: String, options: Options = Options()) throws(ShortlistError) {
    blocking = try BlockingItemRepository(path: path, options: options)
    readers = Workers(limit: options.readers)
    if options.reindexesInBackground, !isReadOnly, try blocking.needsReindex() {
      goOn(with: Reindexing(blocking.database, maximumItems: LoadSize.itemsBetweenLooks))
    }
  }

  /// Opens the file at a URL, like ``init(path:options:)`` at a path.
  ///
  /// - Throws: as for a path; ``ShortlistError/Code/cannotOpen`` if the URL is not a file URL.
  public convenience init(url: URL, options: Options = Options()) throws(ShortlistError) {
    try self.init(path: url.databasePath, options: options)
  }

  /// Does one step of an index rebuild, then queues the next step behind any pending writes. After
  /// an error, ``reindex(progress:)`` or the next opening of the file continues the rebuild.
  private func goOn(with reindexing: Reindexing) {
    writer.submit { [weak self] in
      guard let self else { return }
      var reindexing = reindexing
      do throws(ShortlistError) {
        guard try reindexing.step() else { return }
        goOn(with: reindexing)
      } catch {
        // After `close()`, there is nobody to tell.
        if error.code != .closed { blocking.reindexingFailure.withLock { $0 = error } }
      }
    }
  }

  /// Waits for running work, then closes the file. Later calls throw
  /// ``ShortlistError/Code/closed``. A second call does nothing.
  public func close() async {
    let blocking = blocking
    try? await writer.run { () throws(ShortlistError) in blocking.close() }
  }

  /// Frees the memory of all caches, and closes the readers that are not needed. Call it when the
  /// system is short of memory, or when the app goes to the background.
  ///
  /// Searches under way free theirs when they end. The next ones read again what they need, which
  /// takes a few milliseconds.
  public func releaseMemory() { blocking.releaseMemory() }

  /// Finds the items that match a query. The text a person types is never an error.
  ///
  /// Cancelling the task stops the search inside SQLite.
  ///
  /// - Throws: ``ShortlistError/Code/cancelled``, or a read error (see ``ItemRepository``).
  /// - Complexity: with a prefix of up to three letters, or whole words, O(*s* · (*k* + log *n*))
  ///   for *k* hits in each of *s* sections of *n* items, and as much again for bounded totals;
  ///   otherwise, and with exact totals, O(*m*) for *m* matches.
  public func search(_ query: SearchQuery) async throws(ShortlistError) -> SearchResults {
    let budget = try SearchBudget()
    let blocking = blocking
    return try await readers.run(onCancel: budget.cancel) { () throws(ShortlistError) in
      try blocking.search(query, budget: budget)
    }
  }

  func read<Result: Sendable>(
    budget: SearchBudget? = nil,
    _ work: @escaping @Sendable (BlockingItemRepository) throws(ShortlistError) -> Result
  ) async throws(ShortlistError) -> Result {
    let blocking = blocking
    return try await readers.run(onCancel: { budget?.cancel() }) { () throws(ShortlistError) in
      try work(blocking)
    }
  }

  func write<Result: Sendable>(
    _ work: @escaping @Sendable (BlockingItemRepository) throws(ShortlistError) -> Result
  ) async throws(ShortlistError) -> Result {
    let blocking = blocking
    return try await writer.run { () throws(ShortlistError) in try work(blocking) }
  }

  /// Runs long work that looks, between its transactions, whether the task was cancelled.
  func writeCancellably<Result: Sendable>(
    _ work:
      @escaping @Sendable (BlockingItemRepository, _ isCancelled: () -> Bool) throws(ShortlistError)
      -> Result
  ) async throws(ShortlistError) -> Result {
    let budget = try SearchBudget()
    let blocking = blocking
    return try await writer.run(onCancel: budget.cancel) { () throws(ShortlistError) in
      try work(blocking) { budget.isCancelled }
    }
  }
}

// MARK: - Sections

extension ItemRepository {
  /// Returns the sections in list order, with their numbers of items.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func sections() async throws(ShortlistError) -> [SectionSummary] {
    try await read { (blocking) throws(ShortlistError) in try blocking.sections() }
  }

  /// Creates a section at the end of the list.
  ///
  /// - Throws: ``ShortlistError/Code/duplicateID`` if the id is taken,
  ///   ``ShortlistError/Code/invalidItem`` if it is empty, or a write error (see
  ///   ``ItemRepository``).
  public func createSection(_ section: ItemSection) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.createSection(section) }
  }

  /// Creates a section at the end of the list unless its id exists; an existing section keeps its
  /// title and place.
  ///
  /// - Returns: the section as it is in the list.
  /// - Throws: ``ShortlistError/Code/invalidItem`` if the id is empty, or a write error (see
  ///   ``ItemRepository``).
  /// - Complexity: O(log *n*) for *n* sections, if the section exists.
  @discardableResult
  public func ensureSection(
    _ section: ItemSection
  ) async throws(ShortlistError) -> ItemSection {
    try await write { (blocking) throws(ShortlistError) in try blocking.ensureSection(section) }
  }

  /// Changes the title of a section.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func renameSection(
    _ id: ItemSection.ID, to title: String
  ) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.renameSection(id, to: title)
    }
  }

  /// Moves the given sections to the front of the list, in this order; the others follow in their
  /// old order.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, leaving the order unchanged, or a write
  ///   error (see ``ItemRepository``).
  public func reorderSections(_ ids: [ItemSection.ID]) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.reorderSections(ids) }
  }

  /// Removes a section and its items.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func removeSection(_ id: ItemSection.ID) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.removeSection(id) }
  }
}

// MARK: - Items

extension ItemRepository {
  /// Adds an item with only a title at the end of a section, which is created if necessary.
  ///
  /// If an item was already added with this section and title, it is the same item and keeps its
  /// place: see ``Item/init(id:section:title:subtitle:keywords:body:weight:payload:attributes:)``.
  ///
  /// - Returns: the item as stored; it may now be in another section.
  /// - Throws: ``ShortlistError/Code/invalidItem`` if the title is blank or the section's id is
  ///   empty, or a write error (see ``ItemRepository``). Nothing is changed then.
  @discardableResult
  public func add(
    _ title: String, to section: ItemSection.ID
  ) async throws(ShortlistError) -> Item {
    try await write { (blocking) throws(ShortlistError) in try blocking.add(title, to: section) }
  }

  /// Adds or updates items in one transaction. New items go to the end of their sections, which are
  /// created if necessary. Existing items keep their place, unless they have an id from the app and
  /// name another section: then they move to its end.
  /// ``Item/init(id:section:title:subtitle:keywords:body:weight:payload:attributes:)`` explains how
  /// items are identified.
  ///
  /// - Returns: the items with their stored ids and current sections.
  /// - Throws: ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``).
  ///   Nothing is changed then.
  @discardableResult
  public func upsert(_ items: [Item]) async throws(ShortlistError) -> [Item] {
    try await write { (blocking) throws(ShortlistError) in try blocking.upsert(items) }
  }

  /// Moves items, in this order, to a section, which is created if necessary. They go after the
  /// first `index` of its other items, or to the end if `index` is `nil` or too large. An empty
  /// list of ids changes nothing and creates no section.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/invalidItem`` if the
  ///   section's id is empty, or a write error (see ``ItemRepository``). Nothing is moved then.
  public func move(
    _ ids: [Item.ID], to section: ItemSection.ID, at index: Int? = nil
  ) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.move(ids, to: section, at: index)
    }
  }

  /// Changes the weight of an item.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/invalidItem`` unless the
  ///   weight is finite and 0 or more, or a write error (see ``ItemRepository``).
  public func reweigh(_ id: Item.ID, to weight: Double) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.reweigh(id, to: weight)
    }
  }

  /// Moves the given items to the front of their section, in this order; the others follow in their
  /// old order.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, ``ShortlistError/Code/unknownItem`` if an
  ///   item is not in the section, or a write error (see ``ItemRepository``). Nothing is changed
  ///   then.
  public func reorder(
    _ section: ItemSection.ID, by ids: [Item.ID]
  ) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.reorder(section, by: ids)
    }
  }

  /// Removes items; unknown ids are skipped.
  ///
  /// - Returns: the number of items removed.
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  @discardableResult
  public func remove(_ ids: [Item.ID]) async throws(ShortlistError) -> Int {
    try await write { (blocking) throws(ShortlistError) in try blocking.remove(ids) }
  }

  /// Replaces the items of a section with these, in this order, in one transaction. Creates the
  /// section if necessary, and sets its title. Items from other sections move here. Of several
  /// items with the same id, the last one wins; items without an id that share a title are
  /// different items.
  ///
  /// - Returns: the outcomes of the items, and the number of other items removed.
  /// - Throws: ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``).
  ///   Nothing is changed then.
  @discardableResult
  public func replaceSection(
    _ section: ItemSection, with items: [Item]
  ) async throws(ShortlistError) -> LoadCounts {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.replaceSection(section, with: items)
    }
  }

  /// Returns the item with that id; `nil` if it does not exist.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func item(_ id: Item.ID) async throws(ShortlistError) -> Item? {
    try await read { (blocking) throws(ShortlistError) in try blocking.item(id) }
  }

  /// Returns the index of an item in its section, counted from 0, as ``move(_:to:at:)`` takes it.
  ///
  /// - Returns: `nil` if no item has that id.
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for *n* items before it in the section.
  public func index(of id: Item.ID) async throws(ShortlistError) -> Int? {
    try await read { (blocking) throws(ShortlistError) in try blocking.index(of: id) }
  }

  /// Returns at most `limit` items of a section in list order, starting at `index`.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a read error (see ``ItemRepository``).
  /// - Complexity: O(index + limit).
  public func items(
    in section: ItemSection.ID, from index: Int = 0, limit: Int = .max
  ) async throws(ShortlistError) -> [Item] {
    try await read { (blocking) throws(ShortlistError) in
      try blocking.items(in: section, from: index, limit: limit)
    }
  }

  /// Returns the items of all sections with exactly this title, in list order.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  /// - Complexity: O(*n* + log *N*), where *n* of *N* items have titles with the same words,
  ///   ignoring accents and capitals; of a title of more than eight words, only the first eight
  ///   count. O(*N*) for a title without letters or digits, and while an index made by an older
  ///   version is in use.
  public func items(titled title: String) async throws(ShortlistError) -> [Item] {
    try await read { (blocking) throws(ShortlistError) in try blocking.items(titled: title) }
  }
}

// MARK: - Bulk loading and upkeep

extension ItemRepository {
  /// Adds or updates many items, like ``upsert(_:)``, in many transactions. Items reported by
  /// `progress` are committed, whatever happens later. A load that makes up most of the repository
  /// ends with ``optimize()``. Cancelling the task ends the load between two transactions.
  ///
  /// Of several items with the same id, the last one wins. Items without an id that share a section
  /// and title are different items, told apart by their order, so loading the same items again
  /// finds each of them. Unchanged items are not written.
  ///
  /// - Returns: the number of items loaded, and their outcomes.
  /// - Throws: ``ShortlistError/Code/invalidItem``, ``ShortlistError/Code/cancelled``, or a write
  ///   error (see ``ItemRepository``). Batches already committed stay.
  @discardableResult
  public func load(
    _ items: some Sequence<Item> & Sendable,
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) -> LoadProgress {
    try await writeCancellably { (blocking, isCancelled) throws(ShortlistError) in
      try blocking.load(items, isCancelled: isCancelled, progress: progress)
    }
  }

  /// Adds or updates many items as they arrive, like ``upsert(_:)``, in many transactions. Items
  /// reported by `progress` are committed, whatever happens later. A load that makes up most of the
  /// repository ends with ``optimize()``. Cancelling the task ends the load between two
  /// transactions.
  ///
  /// Of several items with the same id, the last one wins. Items without an id that share a section
  /// and title are different items, told apart by their order, so loading the same items again
  /// finds each of them. Unchanged items are not written.
  ///
  /// - Returns: the number of items loaded, and their outcomes.
  /// - Throws: ``ShortlistError/Code/input`` if the sequence fails,
  ///   ``ShortlistError/Code/invalidItem``, ``ShortlistError/Code/cancelled``, or a write error
  ///   (see ``ItemRepository``). Batches already committed stay.
  @discardableResult
  public func load<Items: AsyncSequence>(
    _ items: Items, progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) -> LoadProgress where Items.Element == Item {
    blocking.database.beginLoad()
    let result: Result<LoadProgress, ShortlistError>
    do throws(ShortlistError) {
      result = .success(try await loadInBatches(items, progress))
    } catch {
      result = .failure(error)
    }
    _ = try? await write { (blocking) throws(ShortlistError) in blocking.database.endLoad() }
    return try result.get()
  }

  private func loadInBatches<Items: AsyncSequence>(
    _ items: Items, _ progress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ShortlistError) -> LoadProgress where Items.Element == Item {
    let start = ContinuousClock.now
    let writer = LoadWriter(blocking)
    var lengthBefore = 0
    var batch = LoadBatch()
    func reached() -> LoadProgress {
      let counts = writer.written
      return LoadProgress(
        loaded: counts.loaded, elapsed: ContinuousClock.now - start, counts: counts)
    }
    var iterator = items.makeAsyncIterator()
    while let item = try await next(of: &iterator, for: writer) {
      batch.append(item)
      guard batch.isFull else { continue }
      if batch.taken == 0 {
        lengthBefore = try await read { (blocking) throws(ShortlistError) in
          try blocking.listLength()
        }
      }
      let isHeavy = batch.isHeavy
      let items = batch.take()
      try await write { (_) throws(ShortlistError) in
        try writer.write(items)
        if isHeavy { try writer.finish() }
      }
      if writer.written.loaded > 0 { progress(reached()) }
      batch.grow(for: lengthBefore + batch.taken)
    }
    let rest = batch.take()
    try await write { (_) throws(ShortlistError) in try writer.writeHere(rest) }
    progress(reached())
    let total = batch.taken
    try await write { (blocking) throws(ShortlistError) in
      try blocking.finishLoad(of: total, isAlone: writer.isAlone)
    }
    return reached()
  }

  /// Returns the next item of a load. If the source fails or the task is cancelled, waits for the
  /// running batch and throws.
  private func next<Iterator: AsyncIteratorProtocol>(
    of iterator: inout Iterator, for writer: LoadWriter
  ) async throws(ShortlistError) -> Item? where Iterator.Element == Item {
    do {
      let item = try await iterator.next(isolation: #isolation)
      // Many sequences simply end when their task is cancelled.
      if !Task.isCancelled { return item }
    } catch {
      if !Task.isCancelled {
        try await write { (_) throws(ShortlistError) in try writer.finish() }
        throw ShortlistError(
          .input,
          "The source of the load failed after \(writer.written.loaded) items: \(error)")
      }
    }
    try await write { (_) throws(ShortlistError) in try writer.stop() }
    throw ShortlistError.cancelledLoad(after: writer.written.loaded)
  }

  /// Returns figures about the repository and its file.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func statistics() async throws(ShortlistError) -> Statistics {
    try await read { (blocking) throws(ShortlistError) in try blocking.statistics() }
  }

  /// Merges the segments of the index for the fastest searches, and returns unused space in the
  /// file to the system if this version created the file.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for an index of *n* bytes.
  public func optimize() async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.optimize() }
  }

  /// Rebuilds the index from the items, or continues a rebuild that was interrupted.
  ///
  /// The rebuild takes many transactions, between which others can write. The current index serves
  /// searches until the last transaction replaces it. An index made by an older version is rebuilt
  /// in the background when the file is opened (see ``RepositoryOptions/reindexesInBackground``).
  /// Until it is replaced, items changed in the meantime are not found, as the note
  /// ``SearchResults/Note/indexOutdated`` says.
  ///
  /// - Throws: ``ShortlistError/Code/newerVersion`` if a newer version uses the file, or another
  ///   write error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for *n* bytes of text.
  public func reindex(
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.reindex(progress: progress)
    }
  }

  /// Whether the index was made by an older version, or a rebuild was interrupted.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func needsReindex() async throws(ShortlistError) -> Bool {
    try await read { (blocking) throws(ShortlistError) in try blocking.needsReindex() }
  }
}

extension URL {
  /// The path of a file URL.
  var databasePath: String {
    get throws(ShortlistError) {
      guard isFileURL else {
        throw ShortlistError(
          .cannotOpen, "An index is a file, and \(absoluteString) is not the URL of one.")
      }
      return path(percentEncoded: false)
    }
  }
}
