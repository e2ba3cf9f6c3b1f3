/// Items of a bulk load that are written in one transaction.
struct LoadBatch {
  private var items: [Item] = []
  private var bytes = 0
  /// How many items were taken so far.
  private(set) var taken = 0

  /// The most items of a batch while nobody else wants to write: larger ones load no faster.
  static let maximumItems = 10_000
  /// The most items while others wait for their turn: about 50 ms of work.
  static let maximumItemsWhileOthersWait = 1_500
  /// The most text of a batch, in bytes, unless one item alone is larger.
  static let maximumBytes = 4 << 20

  /// Whether somebody else wants to write.
  var othersWait = false

  var isFull: Bool {
    let most = othersWait ? Self.maximumItemsWhileOthersWait : Self.maximumItems
    return items.count >= most || bytes >= Self.maximumBytes / (othersWait ? 8 : 1)
  }

  /// Whether one item makes up most of it: two such batches are not held at the same time.
  var isHeavy: Bool { bytes > 2 * Self.maximumBytes }

  mutating func append(_ item: Item) {
    items.append(item)
    bytes += item.title.utf8.count + item.subtitle.utf8.count + item.body.utf8.count
    // A short keyword takes most of its room for its place in the array.
    bytes += item.keywords.reduce(0) { $0 + 16 + $1.utf8.count } + (item.payload?.count ?? 0)
  }

  /// All items; the batch is empty after that.
  mutating func take() -> [Item] {
    defer {
      items.removeAll(keepingCapacity: true)
      bytes = 0
    }
    taken += items.count
    return items
  }
}
