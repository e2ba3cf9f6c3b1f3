/// Rows that a bulk load still has to insert or update. They are written in order of docid, so that
/// each page of the table is visited once, and while the segments of the index are built.
struct PendingRows {
  struct Row {
    /// The index of the item in the load.
    let index: Int
    let docid: Int64
    let change: Change
  }

  enum Change {
    case insertion(section: Int64, position: Int64)
    case update(newDocid: Int64)
  }

  private var rows: [Row] = []
  /// The ids of the rows, except for those of ``unlisted`` items.
  private var ids: Set<Item.ID> = []
  private var unlisted: [Int] = []

  /// Whether a row of one of some loaded items has that id.
  mutating func contains(_ id: Item.ID, of items: LoadItems) -> Bool {
    for index in unlisted { ids.insert(items.id(at: index)) }
    unlisted = []
    return ids.contains(id)
  }

  /// Adds a row with the id of its item, which is known to be new.
  mutating func append(new row: Row) {
    unlisted.append(row.index)
    rows.append(row)
  }

  mutating func append(_ row: Row, id: Item.ID) {
    ids.insert(id)
    rows.append(row)
  }

  /// Returns all rows in order of docid, and removes them.
  mutating func take() -> [Row] {
    defer { self = PendingRows() }
    // Sort numbers only, because they are smaller than rows.
    var order = rows.indices.map { (docid: rows[$0].docid, place: $0) }
    order.sort { ($0.docid, $0.place) < ($1.docid, $1.place) }
    return order.map { rows[$0.place] }
  }
}

extension ItemWriter {
  /// Stores the items from `start` on until `stops` returns `true`, or all of them. With `isAlone`, the
  /// list has only items that the load has had before, so all that are not repeated are new.
  ///
  /// - Returns: the counts of the outcomes.
  func load(
    _ items: LoadItems, from start: Int = 0, isAlone: Bool, stops: () -> Bool
  ) throws(ShortlistError) -> LoadCounts {
    loadedItems = items
    loadedSections = Array(repeating: nil, count: items.sections.count)
    changes.isLoad = true
    changes.reserve(items.count - start)
    var counts = LoadCounts()
    var size = LoadSize()
    for index in start..<items.count {
      let outcome = try load(at: index, isNew: isAlone && !items[index].isRepeated)
      if items[index].isRepeated { counts.repeated += 1 } else { counts.note(outcome) }
      if items[index].number > 1 { counts.numbered += 1 }
      size.add(items[index])
      guard size.isWorthALook else { continue }
      if stops() { break }
      size = LoadSize()
    }
    return counts
  }

  /// Removes and stores the items of a change set.
  ///
  /// - Returns: the counts of the outcomes.
  func apply(_ changes: ChangeSet) throws(ShortlistError) -> LoadCounts {
    let kept = Set(changes.upserts.map { Array($0.id.rawValue.utf8) })
    let removals = changes.removals.filter { !kept.contains(Array($0.rawValue.utf8)) }
    let removed = try remove(removals)
    var counts = try load(
      LoadItems(changes.upserts), isAlone: false, stops: { false })
    counts.removed = removed
    // No merge follows, as it does after a load.
    self.changes.isLoad = false
    return counts
  }

  private func load(at index: Int, isNew: Bool) throws(ShortlistError) -> KeptItem.Outcome {
    let loaded = loadedItems[index]
    // With aliases, another item may have the id.
    var isNew = isNew
    if isNew { isNew = try !hasAliases() }
    if !isNew {
      let id = try identity(loadedItems.id(at: index), isDerived: loaded.hasDerivedID)
      guard !pendingRows.contains(id, of: loadedItems) else {
        try writePendingRows()
        return try upsert(loadedItems.item(at: index)).outcome
      }
      if let row = try row(id) {
        return try upsert(loadedItems.item(at: index), id, over: row, index: index).outcome
      }
    }
    if !loaded.isValid { try loadedItems.item(at: index).validate() }
    let section = try loadedSection(at: Int(loaded.section))
    let docid = try newDocid(
      at: loadedItems.positionInSection(at: index), rankClass: loaded.rankClass, in: section)
    let row = PendingRows.Row(
      index: index, docid: docid,
      change: .insertion(section: section.number, position: section.lastPosition))
    if isNew {
      pendingRows.append(new: row)
    } else {
      pendingRows.append(row, id: loadedItems.id(at: index))
    }
    changes.insert(loadedItems.texts(at: index), at: docid)
    section.newItems += 1
    if !loaded.hasDerivedID, loaded.hasDerivedName || knowsAliases != false {
      try nameNewItem(loadedItems.item(at: index))
    }
    return .inserted
  }

  /// Returns the section at a place of those of the load.
  private func loadedSection(at place: Int) throws(ShortlistError) -> WrittenSection {
    if let known = loadedSections[place] { return known }
    let section = try section(loadedItems.sections[place])
    loadedSections[place] = section
    return section
  }

  func writePendingRows() throws(ShortlistError) {
    let rows = pendingRows.take()
    let columns = Field.columnNumbers(inTitles: false)
    for (place, row) in rows.enumerated() {
      // The items have a different order in memory, so load those that come next: first the item, then
      // its bytes, whose place is in it.
      if place + 16 < rows.count { loadedItems.prefetch(at: rows[place + 16].index) }
      if place + 8 < rows.count { loadedItems.prefetchBytes(at: rows[place + 8].index) }
      switch row.change {
      case .insertion(let section, let position):
        let loaded = loadedItems[row.index]
        let packed = try attributes.pack(loadedItems.attributes(at: row.index))
        try loadedItems.withBytes(at: row.index, columns) {
          (id, payload, texts) throws(ShortlistError) in
          try insertRow(
            texts, weight: loaded.weight, packed, checksum: loaded.checksum, at: row.docid,
            section: section, position: position
          ) { (statement, idPlace, payloadPlace) throws(ShortlistError) in
            try statement.bind(borrowed: id, at: idPlace)
            if let payload { try statement.bind(blob: payload, at: payloadPlace) }
          }
        }
      case .update(let newDocid):
        try updateRow(
          row.docid, to: loadedItems.item(at: row.index), loadedItems.texts(at: row.index),
          at: newDocid)
      }
    }
  }
}
