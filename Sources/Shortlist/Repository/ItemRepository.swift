#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Keeps items in sections, in one file, and finds them.
///
/// Everything can be asked from any task. The work is done on threads of the repository's own:
/// one that writes, and a few that read, so that no thread of Swift's is ever blocked. The same
/// operations are there for the calling thread, in ``blocking``.
///
/// Several repositories, in several processes, may use one file at the same time.
public final class ItemRepository: Sendable {
  /// How a file is opened.
  public typealias Options = RepositoryOptions

  /// The same operations on the calling thread, for command lines and tests.
  public let blocking: BlockingItemRepository
  private let readers: Workers
  private let writer = Workers(limit: 1)

  /// Whether a word finds its other forms: fixed when the file was made.
  public var stemming: Options.Stemming { blocking.stemming }

  /// Opens the file at `path`, and makes it unless it is there; `":memory:"` gives a repository of
  /// its own that lives in memory.
  ///
  /// - Throws: ``ShortlistError/Code/cannotOpen``, ``ShortlistError/Code/notAnIndex`` and
  ///   ``ShortlistError/Code/newerVersion``, and the file stays as it is;
  ///   ``ShortlistError/Code/damaged`` where that shows.
  public init(path: String, options: Options = Options()) throws(ShortlistError) {
    blocking = try BlockingItemRepository(path: path, options: options)
    readers = Workers(limit: options.readers)
    if options.reindexesInBackground, !options.isReadOnly, try blocking.needsReindex() {
      goOn(with: Reindexing(blocking.database, maximumItems: LoadSize.itemsBetweenLooks))
    }
  }

  /// Opens the file at a URL, as ``init(path:options:)`` opens the one at a path.
  ///
  /// - Throws: as for a path; ``ShortlistError/Code/cannotOpen`` for a URL of anything but a file.
  public convenience init(url: URL, options: Options = Options()) throws(ShortlistError) {
    try self.init(path: url.databasePath, options: options)
  }

  /// Does a step of building the index anew, and the next one after what was to be written meanwhile.
  /// What an error breaks off is gone on with by ``reindex(progress:)``, or when the file is opened again.
  private func goOn(with reindexing: Reindexing) {
    writer.submit { [weak self] in
      guard let self else { return }
      var reindexing = reindexing
      do throws(ShortlistError) {
        guard try reindexing.step() else { return }
        goOn(with: reindexing)
      } catch {
        // A repository that was closed meanwhile has nobody to tell.
        if error.code != .closed { blocking.reindexingFailure.withLock { $0 = error } }
      }
    }
  }

  /// Waits for what is under way, and closes the file; what is asked later fails with
  /// ``ShortlistError/Code/closed``. A second call does nothing.
  public func close() async {
    let blocking = blocking
    try? await writer.run { () throws(ShortlistError) in blocking.close() }
  }

  /// Finds what a person typed. What is typed is never an error.
  ///
  /// Cancelling the task stops the search inside SQLite.
  ///
  /// - Throws: ``ShortlistError/Code/cancelled``, or what the file or the disk does wrong.
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
}

// MARK: - Sections

extension ItemRepository {
  /// The sections in the order of the list, with the number of their items.
  public func sections() async throws(ShortlistError) -> [SectionSummary] {
    try await read { (blocking) throws(ShortlistError) in try blocking.sections() }
  }

  /// Makes a section at the end of the list.
  ///
  /// - Throws: ``ShortlistError/Code/duplicateID`` when there is one of that id.
  public func createSection(_ section: ItemSection) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.createSection(section) }
  }

  /// Makes a section at the end of the list unless there is one of that id, which then keeps its title
  /// and its place.
  ///
  /// - Returns: the section as it is now in the list.
  /// - Throws: ``ShortlistError/Code/invalidItem`` for an empty id.
  /// - Complexity: O(log *n*) for *n* sections, if it is there.
  @discardableResult
  public func ensureSection(
    _ section: ItemSection
  ) async throws(ShortlistError) -> ItemSection {
    try await write { (blocking) throws(ShortlistError) in try blocking.ensureSection(section) }
  }

  /// Gives a section another title.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``.
  public func renameSection(
    _ id: ItemSection.ID, to title: String
  ) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.renameSection(id, to: title)
    }
  }

  /// Lets the named sections stand first, in this order, and the others after them as they were.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, and nothing is changed.
  public func reorderSections(_ ids: [ItemSection.ID]) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.reorderSections(ids) }
  }

  /// Removes a section and its items.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``.
  public func removeSection(_ id: ItemSection.ID) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.removeSection(id) }
  }
}

// MARK: - Items

extension ItemRepository {
  /// Adds an item that is no more than its title, at the end of a section, which is made if need be.
  ///
  /// An item that was added with this section and title before is the same item, and stays where it
  /// stands: see ``Item/init(id:section:title:subtitle:keywords:body:weight:payload:)``.
  ///
  /// - Returns: the item as it stands now, which may be in another section.
  /// - Throws: ``ShortlistError/Code/invalidItem`` when the title is blank, and nothing is changed.
  @discardableResult
  public func add(
    _ title: String, to section: ItemSection.ID
  ) async throws(ShortlistError) -> Item {
    try await write { (blocking) throws(ShortlistError) in try blocking.add(title, to: section) }
  }

  /// Keeps items, all or none: new ones at the end of their sections, which are made if need be;
  /// known ones where they stand, or at the end of another section if their ids were given and they
  /// name another one. Identity is explained at
  /// ``Item/init(id:section:title:subtitle:keywords:body:weight:payload:)``.
  ///
  /// - Returns: the items with the ids that they have, and the sections that they stand in now.
  /// - Throws: ``ShortlistError/Code/invalidItem``, and nothing is changed.
  @discardableResult
  public func upsert(_ items: [Item]) async throws(ShortlistError) -> [Item] {
    try await write { (blocking) throws(ShortlistError) in try blocking.upsert(items) }
  }

  /// Puts items, in this order, into a section, which is made if need be: behind the first `index`
  /// of its other items, or at the end when `index` is `nil` or too large. To move nothing changes
  /// nothing, and makes no section.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, and nothing is moved.
  public func move(
    _ ids: [Item.ID], to section: ItemSection.ID, at index: Int? = nil
  ) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.move(ids, to: section, at: index)
    }
  }

  /// Gives an item another weight, 0 or more.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/invalidItem``.
  public func reweigh(_ id: Item.ID, to weight: Double) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.reweigh(id, to: weight)
    }
  }

  /// Lets the named items stand first in their section, in this order, and the others after them
  /// as they were.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``; ``ShortlistError/Code/unknownItem`` when one
  ///   does not stand in the section. Nothing is changed then.
  public func reorder(
    _ section: ItemSection.ID, by ids: [Item.ID]
  ) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.reorder(section, by: ids)
    }
  }

  /// Removes the items that are there.
  ///
  /// - Returns: how many were.
  @discardableResult
  public func remove(_ ids: [Item.ID]) async throws(ShortlistError) -> Int {
    try await write { (blocking) throws(ShortlistError) in try blocking.remove(ids) }
  }

  /// Makes the items of a section exactly these, in this order, in one step; the section is made,
  /// or given its title. Items that stand in other sections come from there. Of items with one id,
  /// the last counts; those without an id that have one title are different items.
  ///
  /// - Returns: what became of the items, and how many others were taken out.
  /// - Throws: ``ShortlistError/Code/invalidItem``, and nothing is changed.
  @discardableResult
  public func replaceSection(
    _ section: ItemSection, with items: [Item]
  ) async throws(ShortlistError) -> LoadCounts {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.replaceSection(section, with: items)
    }
  }

  /// The item of that id; `nil` when there is none.
  public func item(_ id: Item.ID) async throws(ShortlistError) -> Item? {
    try await read { (blocking) throws(ShortlistError) in try blocking.item(id) }
  }

  /// The place of an item in its section, counted from 0: where ``move(_:to:at:)`` puts it back.
  ///
  /// - Returns: `nil` when there is no item of that id.
  /// - Complexity: O(*n*) for *n* items before it in the section.
  public func index(of id: Item.ID) async throws(ShortlistError) -> Int? {
    try await read { (blocking) throws(ShortlistError) in try blocking.index(of: id) }
  }

  /// The items of a section in the order of the list: at most `limit` of them, behind the first
  /// `index`.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``.
  /// - Complexity: O(index + limit).
  public func items(
    in section: ItemSection.ID, from index: Int = 0, limit: Int = .max
  ) async throws(ShortlistError) -> [Item] {
    try await read { (blocking) throws(ShortlistError) in
      try blocking.items(in: section, from: index, limit: limit)
    }
  }

  /// The items with exactly this title, in all sections, in the order of the list.
  ///
  /// - Complexity: O(*n* + log *N*) for *n* of *N* items whose titles have the same words, apart from
  ///   accents and capitals; of a title of more than eight words, whose titles begin with the same
  ///   eight. O(*N*) for a title without letters or digits, and while an index that was made by an older
  ///   version is in use.
  public func items(titled title: String) async throws(ShortlistError) -> [Item] {
    try await read { (blocking) throws(ShortlistError) in try blocking.items(titled: title) }
  }
}

// MARK: - Bulk loading and upkeep

extension ItemRepository {
  /// Keeps many items, as ``upsert(_:)`` does, in many transactions: what was reported by
  /// `progress` is in the file for good, whatever happens later. A load that makes up most of the
  /// repository ends with ``optimize()``. Cancelling the task ends the load between two transactions.
  ///
  /// Of items with one id, the last counts. Items without an id that have the same section and title are
  /// different items, which are told apart by their order: loading the same items again finds each of
  /// them. An item that is there as it comes is not written.
  ///
  /// - Returns: how many items were loaded, and what became of them.
  /// - Throws: ``ShortlistError/Code/cancelled``.
  @discardableResult
  public func load(
    _ items: some Sequence<Item> & Sendable,
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) -> LoadProgress {
    let budget = try SearchBudget()
    let blocking = blocking
    return try await writer.run(onCancel: budget.cancel) { () throws(ShortlistError) in
      try blocking.load(items, isCancelled: { budget.isCancelled }, progress: progress)
    }
  }

  /// Keeps many items as they come, as ``upsert(_:)`` does, in many transactions: what was reported
  /// by `progress` is in the file for good, whatever happens later. A load that makes up most of
  /// the repository ends with ``optimize()``. Cancelling the task ends the load between two
  /// transactions.
  ///
  /// Of items with one id, the last counts. Items without an id that have the same section and title are
  /// different items, which are told apart by their order: loading the same items again finds each of
  /// them. An item that is there as it comes is not written.
  ///
  /// - Returns: how many items were loaded, and what became of them.
  /// - Throws: ``ShortlistError/Code/input`` when the sequence fails;
  ///   ``ShortlistError/Code/cancelled``.
  @discardableResult
  public func load<Items: AsyncSequence>(
    _ items: Items, progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) -> LoadProgress where Items.Element == Item {
    let start = ContinuousClock.now
    var loaded = 0
    var counts = LoadCounts()
    var lengthBefore = 0
    var batch = LoadBatch()
    var iterator = items.makeAsyncIterator()
    while true {
      let item: Item?
      do {
        item = try await iterator.next(isolation: #isolation)
      } catch {
        guard !Task.isCancelled else { throw ShortlistError.cancelledLoad(after: loaded) }
        throw ShortlistError(
          .input, "The source of the load failed after \(loaded) items: \(error)")
      }
      // Many sequences end when their task is cancelled, as if there were no more.
      guard !Task.isCancelled else { throw ShortlistError.cancelledLoad(after: loaded) }
      if let item { batch.append(item) }
      if batch.isFull || item == nil {
        if batch.taken == 0, item != nil {
          lengthBefore = try await read { (blocking) throws(ShortlistError) in
            try blocking.listLength()
          }
        }
        let (items, repeated) = batch.take()
        counts += try await write { (blocking) throws(ShortlistError) in
          var counts = LoadCounts()
          try blocking.upsertInTurns(items, repeated: repeated, keeps: { counts += $0 })
          return counts
        }
        loaded = batch.taken
        progress(
          LoadProgress(loaded: loaded, elapsed: ContinuousClock.now - start, counts: counts))
        batch.grow(for: lengthBefore + loaded)
      }
      if item == nil { break }
    }
    let total = loaded
    try await write { (blocking) throws(ShortlistError) in try blocking.finishLoad(of: total) }
    return LoadProgress(loaded: loaded, elapsed: ContinuousClock.now - start, counts: counts)
  }

  /// Figures about the repository and its file.
  public func statistics() async throws(ShortlistError) -> Statistics {
    try await read { (blocking) throws(ShortlistError) in try blocking.statistics() }
  }

  /// Merges what changes have left in pieces, so that searches are as fast as after a first load, and
  /// gives the room in the file that is no longer used back to the system, if this version made the file.
  ///
  /// - Complexity: O(*n*) for an index of *n* bytes.
  public func optimize() async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.optimize() }
  }

  /// Builds the index anew from the items, or goes on with it where it was broken off.
  ///
  /// It is done in many transactions, between which others may write. The index in use answers
  /// until the new one takes its place in the last of them. An index that was made by an older
  /// version is built anew when it is opened, in the background (see
  /// ``Options/reindexesInBackground``), and keeps out changes made in the meantime: the items are
  /// not found, as the note ``SearchResults/Note/indexOutdated`` says.
  ///
  /// - Complexity: O(*n*) for *n* bytes of texts.
  public func reindex(
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.reindex(progress: progress)
    }
  }

  /// Whether the index was made by an older version, or building it anew was broken off.
  public func needsReindex() async throws(ShortlistError) -> Bool {
    try await read { (blocking) throws(ShortlistError) in try blocking.needsReindex() }
  }
}

extension URL {
  /// The path of a file.
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
