/// New items of a bulk load that have their places but no rows yet. The rows are written in order
/// of docid, so that each page of the table is visited once.
struct Arrivals {
  private struct Place {
    let docid, section, position: Int64
    let index: Int
  }

  private let items: ArraySlice<Item>
  private var ids: Set<Item.ID> = []
  private var places: [Place] = []

  init(of items: ArraySlice<Item>) { self.items = items }

  func contains(_ id: Item.ID) -> Bool { ids.contains(id) }

  mutating func append(at index: Int, docid: Int64, section: Int64, position: Int64) {
    ids.insert(items[index].id)
    places.append(Place(docid: docid, section: section, position: position, index: index))
  }

  /// Passes all items to `body` in order of docid, and removes them.
  mutating func take(
    _ body: (_ item: Item, _ docid: Int64, _ section: Int64, _ position: Int64)
      throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    guard !places.isEmpty else { return }
    ids = []
    places.sort { $0.docid < $1.docid }
    for place in places {
      try body(items[place.index], place.docid, place.section, place.position)
    }
    places = []
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
    arrivals = Arrivals(of: items)
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
    guard !arrivals.contains(id) else {
      try insertArrivals()
      return try upsert(item).outcome
    }
    if let row = try row(id) {
      try insertArrivals()
      return try upsert(item, id, over: row).outcome
    }
    try item.validate()
    let section = try section(item.section)
    let docid = try newDocid(for: item, in: section)
    arrivals.append(
      at: index, docid: docid, section: section.number, position: section.lastPosition)
    changes.insert(ItemTexts(item), at: docid)
    section.newItems += 1
    try nameNewItem(item)
    return .inserted
  }

  /// Writes the rows of all arrivals.
  func insertArrivals() throws(ShortlistError) {
    try arrivals.take { (item, docid, section, position) throws(ShortlistError) in
      try insertRow(item, ItemTexts(item), at: docid, section: section, position: position)
    }
  }
}
