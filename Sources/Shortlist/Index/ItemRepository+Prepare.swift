extension ItemRepository {
  /// Reads the words of the index into memory, as the first search for a misspelt word does
  /// otherwise: call it when a person is about to type.
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
      _ = try vocabularies.vocabulary(transaction.connection)
    }
  }
}
