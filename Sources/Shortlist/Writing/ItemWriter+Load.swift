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
  mutating func contains(_ id: Item.ID, of items: ArraySlice<LoadItem>) -> Bool {
    for index in unlisted { ids.insert(items[index].item.id) }
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
    return rows.sorted { $0.docid < $1.docid }
  }
}

extension ItemWriter {
  /// Stores items until `stops` returns `true`, or all of them. With `isAlone`, the list has only
  /// items that the load has had before, so all that are not repeated are new.
  ///
  /// - Returns: the counts of the outcomes.
  func load(
    _ items: ArraySlice<LoadItem>, isAlone: Bool, stops: () -> Bool
  ) throws(ShortlistError) -> LoadCounts {
    loadedItems = items
    changes.isLoad = true
    changes.reserve(items.count)
    var counts = LoadCounts()
    var size = LoadSize()
    for index in items.indices {
      let outcome = try load(at: index, isNew: isAlone && !items[index].isRepeated)
      if items[index].isRepeated { counts.repeated += 1 } else { counts.note(outcome) }
      if items[index].item.isNumbered { counts.numbered += 1 }
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
      changes.upserts.map { LoadItem($0) }[...], isAlone: false, stops: { false })
    counts.removed = removed
    // No merge follows, as it does after a load.
    self.changes.isLoad = false
    return counts
  }

  private func load(at index: Int, isNew: Bool) throws(ShortlistError) -> KeptItem.Outcome {
    let loaded = loadedItems[index]
    let item = loaded.item
    // With aliases, another item may have the id.
    var isNew = isNew
    if isNew { isNew = try !hasAliases() }
    if !isNew {
      let id = try identity(of: item)
      guard !pendingRows.contains(id, of: loadedItems) else {
        try writePendingRows()
        return try upsert(loaded.whole).outcome
      }
      if let row = try row(id) {
        return try upsert(loaded.whole, id, over: row, index: index).outcome
      }
    }
    if !loaded.isValid { try item.validate() }
    let section = try section(item.section)
    let docid = try newDocid(
      at: item.positionInSection, rankClass: loaded.rankClass, in: section)
    let row = PendingRows.Row(
      index: index, docid: docid,
      change: .insertion(section: section.number, position: section.lastPosition))
    if isNew { pendingRows.append(new: row) } else { pendingRows.append(row, id: item.id) }
    changes.insert(loaded.texts, at: docid)
    section.newItems += 1
    try nameNewItem(loaded)
    return .inserted
  }

  private func nameNewItem(_ loaded: LoadItem) throws(ShortlistError) {
    guard loaded.hasDerivedName || knowsAliases != false else { return }
    try nameNewItem(loaded.whole)
  }

  func writePendingRows() throws(ShortlistError) {
    let rows = pendingRows.take()
    for (place, row) in rows.enumerated() {
      // The items have a different order in memory, so load those that come next: first the item, then
      // its texts, whose address is in it.
      if place + 16 < rows.count { loadedItems.prefetch(at: rows[place + 16].index, bytes: 256) }
      if place + 8 < rows.count { loadedItems[rows[place + 8].index].texts.prefetch() }
      let loaded = loadedItems[row.index]
      switch row.change {
      case .insertion(let section, let position):
        // Passing the whole item would copy it.
        try insertRow(
          id: loaded.item.id, weight: loaded.item.weight, payload: loaded.item.payload,
          loaded.texts, attributes.pack(loaded.item.attributes), checksum: loaded.checksum,
          at: row.docid, section: section, position: position)
      case .update(let newDocid):
        try updateRow(row.docid, to: loaded.item, loaded.texts, at: newDocid)
      }
    }
  }
}
