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
  private var ids: Set<Item.ID> = []

  func contains(_ id: Item.ID) -> Bool { ids.contains(id) }

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
  /// Stores items until `stops` returns `true`, or all of them. Those at the indices `repeated`
  /// have the id of an earlier one.
  ///
  /// - Returns: the counts of the outcomes.
  func load(
    _ items: ArraySlice<Item>, repeated: Set<Int>, stops: () -> Bool
  ) throws(ShortlistError) -> LoadCounts {
    loadedItems = items
    changes.isLoad = true
    changes.reserve(items.count)
    var counts = LoadCounts()
    var size = LoadSize()
    for index in items.indices {
      let outcome = try load(items[index], at: index)
      if repeated.contains(index) { counts.repeated += 1 } else { counts.note(outcome) }
      if items[index].isNumbered { counts.numbered += 1 }
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
    var counts = try load(changes.upserts[...], repeated: [], stops: { false })
    counts.removed = removed
    // No merge follows, as it does after a load.
    self.changes.isLoad = false
    return counts
  }

  private func load(_ item: Item, at index: Int) throws(ShortlistError) -> KeptItem.Outcome {
    let id = try identity(of: item)
    guard !pendingRows.contains(id) else {
      try writePendingRows()
      return try upsert(item).outcome
    }
    if let row = try row(id) {
      return try upsert(item, id, over: row, index: index).outcome
    }
    try item.validate()
    let section = try section(item.section)
    let docid = try newDocid(for: item, in: section)
    let change = PendingRows.Change.insertion(
      section: section.number, position: section.lastPosition)
    pendingRows.append(.init(index: index, docid: docid, change: change), id: id)
    changes.insert(ItemTexts(item), at: docid)
    section.newItems += 1
    try nameNewItem(item)
    return .inserted
  }

  func writePendingRows() throws(ShortlistError) {
    for row in pendingRows.take() {
      let item = loadedItems[row.index]
      let texts = ItemTexts(item)
      switch row.change {
      case .insertion(let section, let position):
        try insertRow(item, texts, at: row.docid, section: section, position: position)
      case .update(let newDocid):
        try updateRow(row.docid, to: item, texts, at: newDocid)
      }
    }
  }
}
