/// Reads the items of a list of docids. One run of one statement reads all that are not cached.
/// That takes half the time of one run for each, because SQLite reuses what it sets up for a row.
struct ItemReader {
  private let statement: Statement
  private let recent: RecentItems?
  /// The place of each docid's cached copy, if there is one; the oldest of these places; and the
  /// number of docids passed.
  private let places: [RecentItems.Place?]
  private let oldest: RecentItems.Place
  private var passed = 0

  /// Creates a reader positioned before the first docid.
  init(_ docids: [Int64], on connection: Connection) throws(ShortlistError) {
    let names = try ItemColumns.names(hasAttributes: !connection.attributeCatalog.isEmpty())
    statement = try connection.statement(
      """
      SELECT item.docid, \(names)
      FROM shortlist_listed_docids(?1) AS list CROSS JOIN item ON item.docid = list.docid
      """)
    let recent = try connection.cache(RecentItems.self)
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

  /// Ends reading and resets the statement.
  func close() {
    statement.reset()
    statement.unbind(at: 1)
  }

  /// Returns the item of the next docid, which must be `docid`, valid until the next call; `nil`
  /// when there is none.
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
