/// Reads the items of some docids. Those that were not read a moment ago come with one run of one
/// statement, which takes half the time of a run for each: what SQLite sets up for a row is there for
/// the next one.
struct ItemReader {
  private let statement: Statement
  private let recent: RecentItems?
  /// For each docid, the copy of its item if there is one; the oldest of them; and how many docids were
  /// passed.
  private let places: [RecentItems.Place?]
  private let oldest: RecentItems.Place
  private var passed = 0

  /// Makes a reader that stands before the first of some docids.
  init(_ docids: [Int64], on connection: Connection) throws(ShortlistError) {
    statement = try connection.statement(
      """
      SELECT item.docid, \(ItemColumns.names)
      FROM shortlist_listed_docids(?1) AS list CROSS JOIN item ON item.docid = list.docid
      """)
    let recent = connection.cache(RecentItems.self)
    self.recent = recent
    places = docids.map { recent?.place(of: $0) }
    var oldest = RecentItems.Place.max
    var others: [Int64] = []
    others.reserveCapacity(docids.count)
    for (docid, place) in zip(docids, places) {
      if let place { oldest = min(oldest, place) } else { others.append(docid) }
    }
    self.oldest = oldest
    try statement.bind(docids: others, at: 1)
  }

  /// Ends reading.
  func close() {
    statement.reset()
    statement.unbind(at: 1)
  }

  /// The item of the next docid, which is this one, until the one after it is read; `nil` when there is
  /// none.
  mutating func next(_ docid: Int64) throws(ShortlistError) -> ItemColumns? {
    defer { passed += 1 }
    if let recent, let place = places[passed] { return recent[place] }
    guard try statement.step(), statement.int64(0) == docid else { return nil }
    let item = ItemColumns(statement)
    guard Limits.isWeight(item.weight) else {
      throw .damaged("the item “\(item.id)” has the weight \(item.weight), which none can have")
    }
    recent?.keep(item, of: docid, sparing: oldest)
    return item
  }
}
