extension ItemRepository {
  /// Returns the attributes of the items, by name.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` if they cannot be read, or another read error (see
  ///   ``ItemRepository``).
  /// - Complexity: O(*n* · *a*) for *n* items and *a* attributes at first, then O(*a*) until the list
  ///   changes.
  public func attributes() async throws(ShortlistError) -> [AttributeSummary] {
    try await read { (blocking) throws(ShortlistError) in try blocking.attributes() }
  }
}

extension BlockingItemRepository {
  /// See ``ItemRepository/attributes()``.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` if they cannot be read, or another read error (see
  ///   ``ItemRepository``).
  public func attributes() throws(ShortlistError) -> [AttributeSummary] {
    try database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      let names = try connection.attributeCatalog.names().values.sorted()
      guard !names.isEmpty else { return [] }
      let index = try attributeIndexes.index(connection)
      var summaries: [AttributeSummary] = []
      for name in names {
        let count = try index.column(name, on: connection)?.count ?? 0
        if count > 0 { summaries.append(AttributeSummary(name: name, items: count)) }
      }
      return summaries
    }
  }
}
