extension BlockingItemRepository {
  /// See ``ItemRepository/add(_:to:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem`` if the title is blank or the section's id is
  ///   empty, or a write error (see ``ItemRepository``).
  @discardableResult
  public func add(_ title: String, to section: ItemSection.ID) throws(ShortlistError) -> Item {
    let item = Item(section: section, title: title)
    return try upsert([item]).first ?? item
  }

  /// See ``ItemRepository/upsert(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``).
  @discardableResult
  public func upsert(_ items: [Item]) throws(ShortlistError) -> [Item] {
    guard !items.isEmpty else { return [] }
    return try write { (writer) throws(ShortlistError) in
      var kept = items
      for index in kept.indices {
        let place = try writer.upsert(items[index])
        kept[index].id = place.id
        kept[index].section = place.section
      }
      return kept
    }
  }

  /// Adds or updates items, in several transactions if others wait to write. Ends early when `stops`
  /// returns `true`; `keeps` receives the outcomes of each transaction. Calls `afterRows` once all rows
  /// are written, which is before the index is.
  ///
  /// - Returns: the history of the load with these items; `nil` if it was not given.
  @discardableResult
  func upsertInTurns(
    _ items: LoadItems, history: LoadHistory? = nil, stops: () -> Bool = { false },
    afterRows: @escaping () -> Void = {}, keeps: (LoadCounts) -> Void = { _ in }
  ) throws(ShortlistError) -> LoadHistory? {
    var next = 0
    var history = history
    while next < items.count, !stops() {
      let ((counts, isAlone, nextDocids), change) = try writeChange {
        (writer) throws(ShortlistError) -> (LoadCounts, Bool, [Int64: Int64]) in
        let isAlone = try history?.isAlone(on: writer.connection) ?? false
        if isAlone, let history { writer.nextDocids = history.nextDocids }
        let counts = try writer.load(items, from: next, isAlone: isAlone) {
          stops() || database.othersWait
        }
        if next + counts.loaded == items.count { writer.afterRows = afterRows }
        return (counts, isAlone, writer.nextDocids)
      }
      history?.note(change, isAlone: isAlone, nextDocids: nextDocids)
      keeps(counts)
      next += counts.loaded
      database.yieldToOtherWriters()
    }
    return history
  }

  /// See ``ItemRepository/move(_:to:at:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/invalidItem`` if the
  ///   section's id is empty, or a write error (see ``ItemRepository``).
  public func move(
    _ ids: [Item.ID], to section: ItemSection.ID, at index: Int? = nil
  ) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in
      try writer.move(ids, to: section, at: index)
    }
  }

  /// See ``ItemRepository/reweigh(_:to:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/invalidItem`` unless the
  ///   weight is finite and 0 or more, or a write error (see ``ItemRepository``).
  public func reweigh(_ id: Item.ID, to weight: Double) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.reweigh(id, to: weight) }
  }

  /// See ``ItemRepository/reorder(_:by:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, ``ShortlistError/Code/unknownItem`` if an
  ///   item is not in the section, or a write error (see ``ItemRepository``).
  public func reorder(_ section: ItemSection.ID, by ids: [Item.ID]) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.reorder(section, by: ids) }
  }

  /// See ``ItemRepository/remove(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  @discardableResult
  public func remove(_ ids: [Item.ID]) throws(ShortlistError) -> Int {
    try write { (writer) throws(ShortlistError) in try writer.remove(ids) }
  }

  /// See ``ItemRepository/replaceSection(_:with:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``).
  @discardableResult
  public func replaceSection(
    _ section: ItemSection, with items: [Item]
  ) throws(ShortlistError) -> LoadCounts {
    try write { (writer) throws(ShortlistError) in
      try writer.replaceSection(section, with: items)
    }
  }

  /// See ``ItemRepository/item(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func item(_ id: Item.ID) throws(ShortlistError) -> Item? {
    try items("WHERE id = ?1") { (statement, _) throws(ShortlistError) in
      try statement.bind(id.rawValue, at: 1)
    }.first
  }

  /// See ``ItemRepository/index(of:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func index(of id: Item.ID) throws(ShortlistError) -> Int? {
    try database.read { (transaction) throws(ShortlistError) in
      // The index on positions covers this query.
      let statement = try transaction.connection.statement(
        """
        SELECT (SELECT count(*) FROM item
          WHERE section = found.section AND (position, docid) < (found.position, found.docid))
        FROM item AS found WHERE id = ?1
        """)
      defer { statement.reset() }
      try statement.bind(id.rawValue, at: 1)
      return try statement.step() ? Int(statement.int64(0)) : nil
    }
  }

  /// See ``ItemRepository/items(in:from:limit:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a read error (see ``ItemRepository``).
  public func items(
    in section: ItemSection.ID, from index: Int = 0, limit: Int = .max
  ) throws(ShortlistError) -> [Item] {
    try items("WHERE section = ?1 ORDER BY position, docid LIMIT ?2 OFFSET ?3") {
      (statement, connection) throws(ShortlistError) in
      guard let number = try SectionTable.number(of: section, on: connection) else {
        throw ShortlistError(.unknownSection, "There is no section “\(section)”.")
      }
      statement.bind(number, at: 1)
      statement.bind(Int64(max(limit, 0)), at: 2)
      statement.bind(Int64(max(index, 0)), at: 3)
    }
  }

  /// See ``ItemRepository/items(titled:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func items(titled title: String) throws(ShortlistError) -> [Item] {
    try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let connection = transaction.connection
      var found: [(section: Int, position: Int64, item: Item)] = []
      func take(_ row: Statement) throws(ShortlistError) {
        guard row.text(5) == title else { return }
        let (section, order) = try Self.section(of: row, in: table)
        try found.append(
          (order, row.int64(3), Item(row, section: section, connection.attributeCatalog)))
      }
      // An outdated index may lack items, so all items are read.
      if try connection.outdatedIndex() == nil, let expression = try IndexQuery.titled(title) {
        let row = try connection.statement("SELECT \(Item.columns) FROM item WHERE docid = ?1")
        defer { row.reset() }
        let iterator = try DocidIterator(
          expression, in: "item_titles", slot: 1, upperBound: .max, on: connection)
        try iterator.seek(to: 0)
        while iterator.head != DocidIterator.end {
          row.reset()
          row.bind(iterator.head, at: 1)
          if try row.step() { try take(row) }
          try iterator.advance()
        }
      } else {
        let row = try connection.statement("SELECT \(Item.columns) FROM item")
        defer { row.reset() }
        while try row.step() { try take(row) }
      }
      return found.sorted { ($0.section, $0.position) < ($1.section, $1.position) }.map(\.item)
    }
  }

  /// Returns the section of an item's row, and the section's place in the list.
  private static func section(
    of row: Statement, in table: SectionTable
  ) throws(ShortlistError) -> (ItemSection.ID, Int) {
    guard let order = table.order[row.int64(2)] else {
      throw ShortlistError(.damaged, "The index is damaged: an item belongs to no section.")
    }
    return (table.rows[order].section.id, order)
  }

  private func items(
    _ condition: String,
    bind: (Statement, Connection) throws(ShortlistError) -> Void
  ) throws(ShortlistError) -> [Item] {
    try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let statement = try transaction.connection.statement(
        "SELECT \(Item.columns) FROM item \(condition)")
      defer { statement.reset() }
      try bind(statement, transaction.connection)
      var items: [Item] = []
      while try statement.step() {
        items.append(
          try Item(
            statement, section: try Self.section(of: statement, in: table).0,
            transaction.connection.attributeCatalog))
      }
      return items
    }
  }
}
