extension BlockingItemRepository {
  /// See ``ItemRepository/pin(_:for:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/invalidValue`` for a text
  ///   without words, or a write error (see ``ItemRepository``).
  public func pin(_ ids: [Item.ID], for text: String) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.pin(ids, for: text) }
  }

  /// See ``ItemRepository/unpin(_:for:)``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  @discardableResult
  public func unpin(_ ids: [Item.ID]? = nil, for text: String) throws(ShortlistError) -> Int {
    try write { (writer) throws(ShortlistError) in try writer.unpin(ids, for: text) }
  }

  /// See ``ItemRepository/pins()``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func pins() throws(ShortlistError) -> [PinnedItem] {
    try database.read { (transaction) throws(ShortlistError) in
      try PinnedItemTable(transaction.connection).all
    }
  }
}
