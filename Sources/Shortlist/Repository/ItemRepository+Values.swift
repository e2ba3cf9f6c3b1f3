extension ItemRepository {
  /// Adds or updates values of the app in one transaction, as ``upsert(_:)`` does with
  /// their items.
  ///
  /// - Returns: the items with their stored ids and current sections.
  /// - Throws: ``ShortlistError/Code/invalidValue`` for a value that cannot be encoded,
  ///   ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``). Nothing is
  ///   changed then.
  @discardableResult
  public func upsert(values: [some ItemConvertible]) async throws(ShortlistError) -> [Item] {
    try await write { (blocking) throws(ShortlistError) in try blocking.upsert(values: values) }
  }

  /// Finds the items that match a query, as ``search(_:)`` does, and returns them with the app's
  /// values. A value is decoded once, when it is read.
  ///
  /// - Throws: ``ShortlistError/Code/cancelled``, or a read error (see ``ItemRepository``).
  public func search<Value: Codable & Sendable>(
    _ query: SearchQuery, as type: Value.Type
  ) async throws(ShortlistError) -> TypedResults<Value> {
    try TypedResults(await search(query))
  }
}

extension BlockingItemRepository {
  /// See ``ItemRepository/upsert(values:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue`` for a value that cannot be encoded,
  ///   ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``).
  @discardableResult
  public func upsert(values: [some ItemConvertible]) throws(ShortlistError) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(values.count)
    for value in values { items.append(try Item(value)) }
    return try upsert(items)
  }

  /// See ``ItemRepository/search(_:as:)``.
  ///
  /// - Throws: a read error (see ``ItemRepository``).
  public func search<Value: Codable & Sendable>(
    _ query: SearchQuery, as type: Value.Type
  ) throws(ShortlistError) -> TypedResults<Value> {
    try TypedResults(search(query))
  }
}
