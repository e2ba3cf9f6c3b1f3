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
