/// Items of a bulk load that are handed over to be written together.
struct LoadBatch {
  private var items: [Item] = []
  private var repeated: Set<Int> = []
  private var seen = SeenItems()
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
    var item = item
    if seen.take(&item) { repeated.insert(items.count) }
    items.append(item)
    size.add(item)
  }

  /// All items, and the indices of those with the id of an earlier one; the batch is empty after that.
  mutating func take() -> (items: [Item], repeated: Set<Int>) {
    defer {
      items.removeAll(keepingCapacity: true)
      repeated = []
      size = LoadSize()
    }
    taken += items.count
    return (items, repeated)
  }

  /// Batches grow with the list that they go into.
  mutating func grow(for listLength: Int) {
    limit = min(max(Self.usualItems, 4 * min(listLength, Self.maximumItems)), Self.maximumItems)
  }
}

/// Tells the items of one load apart: it numbers those without an id that have the section and title of
/// earlier ones, and notices ids that come again.
///
/// It keeps a hash of 64 bits of each id, some 16 to 24 bytes with the room between them. Of a billion
/// items, two would have the same hash with a probability of 3 %; then an id may get a number without
/// need, or an item may count as repeated. No item is lost by that.
struct SeenItems {
  private var hashes: Set<UInt64> = []
  /// The number of the last item of each derived id that came more than once, by its hash.
  private var numbers: [UInt64: Int32] = [:]

  /// Takes the next item, and numbers it if need be.
  ///
  /// - Returns: whether an earlier item had the id that it was given.
  mutating func take(_ item: inout Item) -> Bool {
    let hash = Self.hash(item.id)
    guard !hashes.insert(hash).inserted else { return false }
    guard item.hasDerivedID else { return true }
    let derived = item.id
    var number = numbers[hash, default: 1]
    repeat {
      number += 1
      item.setNumber(number, of: derived)
    } while !hashes.insert(Self.hash(item.id)).inserted
    numbers[hash] = number
    return false
  }

  /// FNV-1a, with its bits mixed at the end, as in MurmurHash3. The same in every process, so that the
  /// same file always gives the same ids.
  private static func hash(_ id: Item.ID) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash >> 33)
  }
}

/// How much there is of some items.
struct LoadSize {
  private(set) var items = 0
  /// How long their texts are, in bytes, about.
  private(set) var bytes = 0

  mutating func add(_ item: Item) {
    items += 1
    bytes += item.title.utf8.count + item.subtitle.utf8.count + item.body.utf8.count
    // A short keyword takes most of its room for its place in the array.
    bytes += item.keywords.reduce(0) { $0 + 16 + $1.utf8.count } + (item.payload?.count ?? 0)
  }

  /// About 50 ms of work: as much as others have to wait for.
  static let itemsBetweenLooks = 1_500
  private static let bytesBetweenLooks = 512 << 10

  /// Whether it is time to look whether others wait.
  var isWorthALook: Bool {
    items >= Self.itemsBetweenLooks || bytes >= Self.bytesBetweenLooks
  }
}
