extension ItemRepository {
  /// Checks everything there is: the file, the sections and items, and the index against the items.
  ///
  /// It works on a copy of one moment, in the system's folder for temporary files, and keeps nobody
  /// from reading or writing meanwhile. What is wrong with the contents stands in the report.
  ///
  /// - Returns: what was found.
  /// - Throws: what the disk does wrong; ``ShortlistError/Code/full`` when there is no room for the
  ///   copy.
  /// - Complexity: O(*n*) for a file of *n* bytes, about 30 s for 1,000,000 titles. Memory does not
  ///   grow with it.
  public func check() async throws(ShortlistError) -> CheckReport {
    try await read { (blocking) throws(ShortlistError) in try blocking.check() }
  }

  /// Builds everything anew from the sections and items that can still be read, in one step. An item
  /// whose texts were changed stays as it is now.
  ///
  /// A file with tables of an app's own keeps them: there, only the index is built anew, as
  /// ``reindex(progress:)`` does.
  ///
  /// - Returns: how many items there are now.
  /// - Throws: ``ShortlistError/Code/damaged`` when the sections cannot be read, and nothing is
  ///   changed; or what the disk does wrong.
  /// - Complexity: as for loading all items. Nobody else can write meanwhile.
  @discardableResult
  public func repair() async throws(ShortlistError) -> Int {
    try await write { (blocking) throws(ShortlistError) in try blocking.repair() }
  }

  /// Writes all there is at one moment into a file of its own, which can be opened like this one.
  ///
  /// The file is either made as a whole, for its owner alone, or not at all, and survives a power
  /// loss. Nobody is kept from reading or writing meanwhile.
  ///
  /// - Parameters:
  ///   - path: where the file is made; its folder must be there.
  ///   - replacing: whether a file that is there makes room for it. That must not be in use.
  /// - Throws: ``ShortlistError/Code/fileExists``; ``ShortlistError/Code/cannotOpen`` when no file
  ///   can be made there; or what the disk does wrong.
  /// - Complexity: O(*n*) for a file of *n* bytes.
  public func backup(to path: String, replacing: Bool = false) async throws(ShortlistError) {
    try await read { (blocking) throws(ShortlistError) in
      try blocking.backup(to: path, replacing: replacing)
    }
  }
}

extension ItemRepository {
  /// Reads into memory what the first searches would otherwise wait for, such as the words of the
  /// index, for misspelt ones: call it when a person is about to type.
  ///
  /// - Throws: ``ShortlistError`` for what the file or the disk does wrong.
  /// - Complexity: O(*t*) for *t* different words, about 0.1 µs for each.
  public func prepareToSearch() async throws(ShortlistError) {
    try await read { (blocking) throws(ShortlistError) in try blocking.prepareToSearch() }
  }
}

extension BlockingItemRepository {
  /// See ``ItemRepository/prepareToSearch()``.
  public func prepareToSearch() throws(ShortlistError) {
    try database.read { (transaction) throws(ShortlistError) in
      _ = try dictionaries.dictionary(transaction.connection)
    }
    // Any search will do: it reads the top of each table, and prepares the statements.
    _ = try search(SearchQuery("a"))
  }
}

extension ItemRepository {
  /// Hands over the sections and their items, from top to bottom, at one moment of the data.
  ///
  /// Until it returns, the write-ahead log of the file grows with each change, so `receive` should
  /// not wait for long.
  ///
  /// - Parameters:
  ///   - sections: the sections to hand over, in this order; all of them when it is `nil`.
  ///   - receive: takes one element after the other, on a thread of the repository's.
  /// - Throws: ``ShortlistError/Code/unknownSection``; what `receive` throws, which ends the export;
  ///   or what the file or the disk does wrong.
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
