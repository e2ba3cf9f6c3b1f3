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
