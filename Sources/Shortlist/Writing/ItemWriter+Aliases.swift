// An item without an id is identified by its section and title. The derived id stays the same when
// the item moves; the id that its current place would give is its alias, in the table `item_alias`.
extension ItemWriter {
  /// Returns the id under which an item is stored, or would be.
  func identity(of item: Item) throws(ShortlistError) -> Item.ID {
    try identity(item.id, isDerived: item.hasDerivedID)
  }

  /// Returns the id under which an item with some id is stored, or would be.
  func identity(_ id: Item.ID, isDerived: Bool) throws(ShortlistError) -> Item.ID {
    guard isDerived, try hasAliases() else { return id }
    let statement = try connection.statement("SELECT item FROM item_alias WHERE id = ?1")
    try statement.bind(id.rawValue, at: 1)
    defer { statement.reset() }
    return try statement.step() ? Item.ID(statement.text(0)) : id
  }

  /// Lets an item with a derived id also be found by its current section, unless the id this gives
  /// belongs to another item, or is another's alias.
  func renewAlias(
    of id: Item.ID, title: String, in section: ItemSection.ID
  ) throws(ShortlistError) {
    try removeAlias(of: id)
    guard let name = id.derivedName(title: title) else { return }
    let alias = Item.ID("\(section)/\(name)")
    guard !alias.rawValue.utf8.elementsEqual(id.rawValue.utf8),
      !pendingRows.contains(alias, of: loadedItems),
      try row(alias) == nil
    else { return }
    let statement = try connection.statement(
      "INSERT OR IGNORE INTO item_alias(id, item) VALUES(?1, ?2)")
    try statement.bind(alias.rawValue, at: 1)
    try statement.bind(id.rawValue, at: 2)
    try statement.run()
    knowsAliases = true
  }

  func removeAlias(of id: Item.ID) throws(ShortlistError) {
    try removeAlias("DELETE FROM item_alias WHERE item = ?1", id)
  }

  /// Frees an id for an item that has it as its own.
  func removeAlias(named id: Item.ID) throws(ShortlistError) {
    try removeAlias("DELETE FROM item_alias WHERE id = ?1", id)
  }

  private func removeAlias(_ sql: String, _ id: Item.ID) throws(ShortlistError) {
    guard try hasAliases() else { return }
    let statement = try connection.statement(sql)
    try statement.bind(id.rawValue, at: 1)
    try statement.run()
  }

  /// Whether there may be any aliases. Most lists have none, and then a load need not look for each
  /// item.
  func hasAliases() throws(ShortlistError) -> Bool {
    if let knowsAliases { return knowsAliases }
    let hasAny = try connection.number("SELECT EXISTS(SELECT 1 FROM item_alias)") == 1
    knowsAliases = hasAny
    return hasAny
  }
}
