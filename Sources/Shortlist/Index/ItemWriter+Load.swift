/// New items of a bulk load that have their places, but no rows yet: these are written in the order of
/// docids, so that each page of the table is looked for once.
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

  /// Hands them out by their docids, and forgets them.
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
  /// Keeps the first of some items: all of them, unless `stops` says otherwise.
  ///
  /// - Returns: how many.
  func load(_ items: ArraySlice<Item>, stops: () -> Bool) throws(ShortlistError) -> Int {
    arrivals = Arrivals(of: items)
    changes.isLoad = true
    changes.reserve(items.count)
    var size = LoadSize()
    for index in items.indices {
      try load(items[index], at: index)
      size.add(items[index])
      guard size.isWorthALook else { continue }
      if stops() { return index + 1 - items.startIndex }
      size = LoadSize()
    }
    return items.count
  }

  private func load(_ item: Item, at index: Int) throws(ShortlistError) {
    guard !arrivals.contains(item.id), try row(item.id) == nil else {
      try insertArrivals()
      return try upsert(item)
    }
    try item.validate()
    let section = try section(item.section)
    let docid = try newDocid(in: section, rankClass: item.rankClass)
    arrivals.append(
      at: index, docid: docid, section: section.number, position: section.lastPosition)
    changes.insert(ItemTexts(item), at: docid)
    section.newItems += 1
  }

  /// Writes the rows of all that has arrived.
  func insertArrivals() throws(ShortlistError) {
    try arrivals.take { (item, docid, section, position) throws(ShortlistError) in
      try insertRow(item, ItemTexts(item), at: docid, section: section, position: position)
    }
  }
}
