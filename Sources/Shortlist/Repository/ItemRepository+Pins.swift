extension ItemRepository {
  /// Pins items for a text: they are then hits for exactly this text and come first, in this order,
  /// whatever their words are.
  ///
  /// This is an editor's choice, and part of the list: exports and backups include it. Texts are
  /// compared folded, without regard to case, accents and operators; the first 64 characters count
  /// (Unicode scalars, folded). The items come after those pinned for the text before, and an item
  /// that was pinned already moves behind them. A pin lasts until ``unpin(_:for:)``, or until the
  /// item is removed.
  ///
  /// A pinned item must still be in the sections that a query asks for, and match none of its
  /// exclusions. In list order (``SearchQuery/Order/list``), it stays in its place. Questions
  /// (``SearchQuery/Match/any``) ignore pins. ``Hit/isPinned`` marks pinned hits.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/invalidValue`` for a text
  ///   without words, or a write error (see ``ItemRepository``).
  public func pin(_ ids: [Item.ID], for text: String) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.pin(ids, for: text) }
  }

  /// Removes the pins of a text: those of some items, or all.
  ///
  /// - Returns: the number of pins that existed.
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  @discardableResult
  public func unpin(
    _ ids: [Item.ID]? = nil, for text: String
  ) async throws(ShortlistError) -> Int {
    try await write { (blocking) throws(ShortlistError) in try blocking.unpin(ids, for: text) }
  }

  /// Returns all pinned items, text by text, each in the editor's order.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for *n* pins.
  public func pins() async throws(ShortlistError) -> [PinnedItem] {
    try await read { (blocking) throws(ShortlistError) in try blocking.pins() }
  }
}
