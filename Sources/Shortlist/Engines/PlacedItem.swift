/// An item with its place in a file, to copy it to another engine.
@_spi(SearchEngines) public struct PlacedItem: Sendable {
  /// The key in the file, which orders items by section and rank. It changes when an item is moved or
  /// its rank changes.
  public let docid: Int64
  /// The item.
  public let item: Item
  /// The place in its section, in steps.
  public let position: Int64
  /// The checksum of all that the item holds, but not of its place.
  public let checksum: Int64?
}

/// The place of an item, and the checksum of its contents.
@_spi(SearchEngines) public struct ItemFingerprint: Sendable, Hashable {
  /// The id of the item.
  public let id: Item.ID
  /// The section.
  public let section: ItemSection.ID
  /// The place in the section, in steps.
  public let position: Int64
  /// The checksum of all that the item holds.
  public let checksum: Int64?

  /// Makes a fingerprint.
  public init(id: Item.ID, section: ItemSection.ID, position: Int64, checksum: Int64?) {
    self.id = id
    self.section = section
    self.position = position
    self.checksum = checksum
  }
}

extension BlockingItemRepository {
  /// Returns the number of changes so far.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  @_spi(SearchEngines) public func changeCount() throws(ShortlistError) -> Int64 {
    try database.read { (transaction) throws(ShortlistError) in
      try Meta.number("changes", on: transaction.connection) ?? 0
    }
  }

  /// Returns the next items after a key, at most `limit`, in the order of keys.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  @_spi(SearchEngines) public func placedItems(
    after docid: Int64, limit: Int
  ) throws(ShortlistError) -> [PlacedItem] {
    try placed("WHERE docid > ?1 ORDER BY docid LIMIT ?2") { (statement) throws(ShortlistError) in
      statement.bind(docid, at: 1)
      statement.bind(Int64(limit), at: 2)
    }
  }

  /// Returns the items with some ids, in any order.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  @_spi(SearchEngines) public func placedItems(
    _ ids: [Item.ID]
  ) throws(ShortlistError) -> [PlacedItem] {
    var items: [PlacedItem] = []
    for id in ids {
      items += try placed("WHERE id = ?1") { (statement) throws(ShortlistError) in
        try statement.bind(id.rawValue, at: 1)
      }
    }
    return items
  }

  private func placed(
    _ condition: String, bind: (Statement) throws(ShortlistError) -> Void
  ) throws(ShortlistError) -> [PlacedItem] {
    try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let connection = transaction.connection
      let row = try connection.statement("SELECT \(Item.columns), checksum FROM item \(condition)")
      defer { row.reset() }
      try bind(row)
      var items: [PlacedItem] = []
      while try row.step() {
        guard let order = table.order[row.int64(2)] else { throw Self.unknownSection }
        items.append(
          PlacedItem(
            docid: row.int64(0),
            item: try Item(row, section: table.rows[order].section.id, connection.attributeCatalog),
            position: row.int64(3),
            checksum: row.isNull(ItemRow.columnCount + 2)
              ? nil : row.int64(ItemRow.columnCount + 2)))
      }
      return items
    }
  }

  /// Returns the fingerprints of the next items after an id, at most `limit`, in the byte order of ids.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  @_spi(SearchEngines) public func fingerprints(
    after id: Item.ID?, limit: Int
  ) throws(ShortlistError) -> [ItemFingerprint] {
    try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let row = try transaction.connection.statement(
        """
        SELECT id, section, position, checksum FROM item
        WHERE ?1 IS NULL OR id > ?1 ORDER BY id LIMIT ?2
        """)
      defer { row.reset() }
      if let id { try row.bind(id.rawValue, at: 1) } else { row.unbind(at: 1) }
      row.bind(Int64(limit), at: 2)
      var found: [ItemFingerprint] = []
      while try row.step() {
        guard let order = table.order[row.int64(1)] else { throw Self.unknownSection }
        found.append(
          ItemFingerprint(
            id: Item.ID(row.text(0)), section: table.rows[order].section.id,
            position: row.int64(2), checksum: row.isNull(3) ? nil : row.int64(3)))
      }
      return found
    }
  }

  private static var unknownSection: ShortlistError {
    .damaged("an item stands in a section that is not in the list")
  }
}
