/// Items of a bulk load that are written in one transaction: so few that nobody else who wants to
/// write waits for long.
struct LoadBatch {
  private var items: [Item] = []
  private var bytes = 0
  /// How many items were taken so far.
  private(set) var taken = 0

  /// The most items of a batch.
  static let maximumItems = 2_000
  /// The most text of a batch, in bytes, unless one item alone is larger.
  static let maximumBytes = 4 << 20

  var isFull: Bool { items.count >= Self.maximumItems || bytes >= Self.maximumBytes }

  mutating func append(_ item: Item) {
    items.append(item)
    bytes += item.title.utf8.count + item.subtitle.utf8.count + item.body.utf8.count
    bytes += item.keywords.reduce(0) { $0 + $1.utf8.count } + (item.payload?.count ?? 0)
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
