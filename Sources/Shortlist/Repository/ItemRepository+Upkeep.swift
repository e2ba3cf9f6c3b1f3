extension ItemRepository {
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

  /// Checks the whole file, its sections and items, and the index against the items.
  ///
  /// The check works on a copy of one moment, in the system's temporary folder, and blocks neither
  /// readers nor writers. Faults in the contents are part of the report, not errors.
  ///
  /// - Returns: the findings.
  /// - Throws: ``ShortlistError/Code/full`` or ``ShortlistError/Code/cannotOpen`` if there is no
  ///   room for the copy, or another read error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for a file of *n* bytes, about 30 s for 1,000,000 titles. Memory use does
  ///   not grow with *n*.
  public func check() async throws(ShortlistError) -> CheckReport {
    try await read { (blocking) throws(ShortlistError) in try blocking.check() }
  }

  /// Rebuilds everything from the sections and items that can still be read, in one transaction. An
  /// item with altered texts keeps them as they are now.
  ///
  /// In a file that also has tables of the app, those are kept, and only the index is rebuilt, as
  /// by ``reindex(progress:)``.
  ///
  /// - Returns: the number of items after the repair.
  /// - Throws: ``ShortlistError/Code/damaged`` if the sections cannot be read, leaving the file
  ///   unchanged, or a write error (see ``ItemRepository``).
  /// - Complexity: that of loading all items. Nobody else can write meanwhile.
  @discardableResult
  public func repair() async throws(ShortlistError) -> Int {
    try await write { (blocking) throws(ShortlistError) in try blocking.repair() }
  }

  /// Writes a copy of one moment of the repository to a new file, which can be opened like this
  /// one.
  ///
  /// The file is created completely, readable only by its owner, or not at all, and survives a
  /// power loss. Others can read and write meanwhile. It needs no file beside it until it is changed,
  /// so it can be searched on a disk or in a folder where nothing can be written.
  ///
  /// Pass `forReading: true` for a file to ship, such as the list in the bundle of an app. Its index
  /// is merged for the fastest searches, and rebuilt if it is of an older version; the whole file is
  /// checked; the recent searches are left out; and everybody may read it.
  ///
  /// ```swift
  /// try await repository.backup(to: "Countries.sqlite", forReading: true)
  /// // In the app:
  /// let url = Bundle.main.url(forResource: "Countries", withExtension: "sqlite")!
  /// let countries = try ItemRepository(url: url)
  /// ```
  ///
  /// - Parameters:
  ///   - path: the path of the new file, in an existing folder.
  ///   - replacing: whether to replace an existing file, which must not be in use.
  ///   - forReading: whether to prepare the copy for places where nobody changes it.
  /// - Throws: ``ShortlistError/Code/fileExists``, ``ShortlistError/Code/cannotOpen`` if the file
  ///   cannot be created, ``ShortlistError/Code/full``, ``ShortlistError/Code/damaged`` if a copy for
  ///   reading is not sound, or a read error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for a file of *n* bytes; for reading, also that of ``optimize()`` and
  ///   ``check()``.
  public func backup(
    to path: String, replacing: Bool = false, forReading: Bool = false
  ) async throws(ShortlistError) {
    try await read { (blocking) throws(ShortlistError) in
      try blocking.backup(to: path, replacing: replacing, forReading: forReading)
    }
  }
}

extension ItemRepository {
  /// Loads the data that the first searches would otherwise wait for, such as the term dictionary
  /// for spelling correction. Call it when a person is about to type.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  /// - Complexity: O(*t*) for *t* terms, about 0.1 µs each.
  public func prepareToSearch() async throws(ShortlistError) {
    try await read { (blocking) throws(ShortlistError) in try blocking.prepareToSearch() }
  }
}

extension BlockingItemRepository {
  /// See ``ItemRepository/prepareToSearch()``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func prepareToSearch() throws(ShortlistError) {
    try database.read { (transaction) throws(ShortlistError) in
      _ = try dictionaries.dictionary(transaction.connection)
    }
    // Any search will do: it reads the top pages of each table and prepares the statements.
    _ = try search(SearchQuery("a"))
  }
}

extension ItemRepository {
  /// Passes the sections and their items, from top to bottom, and then the pinned ones among them,
  /// to a closure, as of one moment.
  ///
  /// The write-ahead log grows with each change until the export ends, so `receive` should not wait
  /// long.
  ///
  /// - Parameters:
  ///   - sections: the sections to export, in this order; `nil` for all.
  ///   - receive: a closure that takes one element after the other, on a thread of the repository.
  /// - Throws: ``ShortlistError/Code/unknownSection``; the error of `receive`, which ends the
  ///   export; or a read error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for *n* items, which are read one by one.
  public func export(
    _ sections: [ItemSection.ID]? = nil,
    to receive: @escaping @Sendable (ListElement) throws -> Void
  ) async throws {
    let result = try await read { (blocking) -> Result<Void, any Error> in
      Result { try blocking.export(sections, to: receive) }
    }
    try result.get()
  }
}
