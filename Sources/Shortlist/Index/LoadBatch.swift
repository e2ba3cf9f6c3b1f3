/// Items of a bulk load that are handed over to be written together.
struct LoadBatch {
  private var items: [Item] = []
  private var size = LoadSize()
  /// The most items of the next batch.
  private var limit = Self.usualItems
  /// How many items were taken so far.
  private(set) var taken = 0

  /// The most items of a batch while the list is short.
  static let usualItems = 10_000
  /// The most items of a batch: each is written all over the tables, so that in a long list few of them
  /// change as many pages as many. 1,000,000 items in batches of 10,000 write 7.5 GB, in batches of
  /// 50,000 3.3 GB, and in batches of 100,000 1.9 GB. Others that come while one is being written
  /// wait for its end.
  private static let maximumItems = 100_000
  /// The most text of a batch, in bytes, unless one item alone is larger.
  static let maximumBytes = 8 << 20

  var isFull: Bool { size.items >= limit || size.bytes >= Self.maximumBytes }

  /// Whether one item makes up most of it: two such batches are not held at the same time.
  var isHeavy: Bool { size.bytes > Self.maximumBytes / 2 * 3 }

  mutating func append(_ item: Item) {
    items.append(item)
    size.add(item)
  }

  /// All items; the batch is empty after that.
  mutating func take() -> [Item] {
    defer {
      items.removeAll(keepingCapacity: true)
      size = LoadSize()
    }
    taken += items.count
    return items
  }

  /// Batches grow with the list that they go into.
  mutating func grow(for listLength: Int) {
    limit = min(max(Self.usualItems, 4 * min(listLength, Self.maximumItems)), Self.maximumItems)
  }
}
