/// Items of a bulk load that are written together.
struct LoadBatch {
  private var items = LoadItems()
  private var seen = SeenItems()
  private var size = LoadSize()
  /// The most items of the next batch.
  private var limit = Self.usualItems
  /// The number of items taken so far.
  private(set) var taken = 0

  /// The most items of a batch while the list is short.
  static let usualItems = 10_000
  /// The most items of a batch. The items of a batch are spread over all the tables, so in a long
  /// list a small batch changes as many pages as a large one. 1,000,000 items in batches of 10,000
  /// write 7.4 GB, in batches of 50,000 2.5 GB, and in batches of 125,000 1.7 GB. Other writers
  /// wait until the batch is written.
  private static let maximumItems = 125_000
  /// The most text of a batch, in bytes, unless a single item is larger.
  static let maximumBytes = 10 << 20

  var isFull: Bool { size.items >= limit || size.bytes >= Self.maximumBytes }

  /// Whether a single item makes up most of the batch. Two such batches are never in memory at the
  /// same time.
  var isHeavy: Bool { size.bytes > Self.maximumBytes / 2 * 3 }

  mutating func append(_ item: Item) {
    var item = item
    let isRepeated = seen.take(&item)
    items.append(item, isRepeated: isRepeated)
    size.add(items[items.count - 1])
  }

  /// Returns all items, and empties the batch.
  mutating func take() -> LoadItems {
    defer {
      items = items.emptied()
      size = LoadSize()
    }
    taken += items.count
    return items
  }

  /// Whether an item with that id was appended, in this batch or an earlier one.
  func hasSeen(_ id: Item.ID) -> Bool { seen.contains(id) }

  /// Lets batches grow with the list they are loaded into.
  mutating func grow(for listLength: Int) {
    limit = min(max(Self.usualItems, 4 * min(listLength, Self.maximumItems)), Self.maximumItems)
  }
}

/// Distinguishes the items of one load: numbers those without an id that have the section and title
/// of earlier ones, and detects repeated ids.
///
/// It stores a 64-bit hash of each id, some 16 to 24 bytes with the unused room. Among a billion
/// items, two have the same hash with a probability of 3 %; then an id may get a number
/// unnecessarily, an item may count as repeated, or a reconciliation may keep an item that it should
/// remove. No item is lost.
struct SeenItems {
  private var hashes: Set<UInt64> = []
  /// The last number of each derived id that occurred more than once, by its hash.
  private var numbers: [UInt64: Int32] = [:]

  /// Takes the next item, and numbers it if necessary.
  ///
  /// - Returns: whether an earlier item had the resulting id.
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

  /// Whether an item with that id was taken.
  func contains(_ id: Item.ID) -> Bool { hashes.contains(Self.hash(id)) }

  /// FNV-1a with a final mix of its bits, as in MurmurHash3. It is the same in every process, so
  /// the same file always gives the same ids.
  private static func hash(_ id: Item.ID) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash >> 33)
  }
}

/// The size of some items.
struct LoadSize {
  private(set) var items = 0
  /// The length of their texts, in bytes, approximately.
  private(set) var bytes = 0

  mutating func add(_ item: LoadItem) {
    items += 1
    bytes += Int(item.size)
  }

  /// About 50 ms of work, the longest time that others have to wait.
  static let itemsBetweenLooks = 1_500
  private static let bytesBetweenLooks = 512 << 10

  /// Whether it is time to check for waiting writers.
  var isWorthALook: Bool {
    items >= Self.itemsBetweenLooks || bytes >= Self.bytesBetweenLooks
  }
}
