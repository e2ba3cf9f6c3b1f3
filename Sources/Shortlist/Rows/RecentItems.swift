/// Copies of the items that a reader read last, as long as the file does not change: half of what a key
/// shows was shown by the one before. A copy is found with one look; SQLite goes down a tree of pages,
/// which are mostly no longer in the processor's cache.
///
/// The copies stand one behind the other in a ring. A new one takes the place of the oldest.
final class RecentItems: SnapshotCache {
  /// A copy, by the number of bytes that were written before it.
  typealias Place = Int

  private let capacity: Int
  private var ring: UnsafeMutableRawPointer?
  /// How many bytes were written in all, and how many before the file changed last.
  private var written = 0
  private var outdated = 0
  /// Of the docids that fall on an entry the one that was copied last, and its place.
  private var entries: [(docid: Int64, place: Place)] = []
  /// There are 2 to the power of this many entries: as many as there were copies, up to the most.
  private var entryBits = 6
  private let mostEntryBits: Int
  private var copies = 0

  convenience init(for connection: Connection) { self.init(capacity: connection.itemCacheSize) }

  /// Makes room for so many bytes of copies, once there is one to make.
  init(capacity: Int) {
    self.capacity = max(capacity, 0) & ~7
    // Few copies are shorter than 128 bytes.
    mostEntryBits = Int.bitWidth - 1 - max(capacity / 128, 2).leadingZeroBitCount
  }

  deinit { ring?.deallocate() }

  func removeAll() { outdated = written }

  /// The copy of an item, if there is one.
  func place(of docid: Int64) -> Place? {
    guard !entries.isEmpty else { return nil }
    let entry = entries[index(of: docid)]
    guard entry.docid == docid, entry.place >= max(outdated, written - capacity) else { return nil }
    return entry.place
  }

  /// A copy that is still there.
  subscript(place: Place) -> ItemColumns {
    guard let ring else { preconditionFailure("There is no copy before there is room for one") }
    return ItemColumns(copy: ring + place % capacity)
  }

  /// Copies an item, unless that takes much room, or the place of a copy from `oldest` on.
  func keep(_ item: ItemColumns, of docid: Int64, sparing oldest: Place) {
    let size = item.copySize
    guard size <= capacity / 64 else { return }
    // A copy is in one piece.
    let room = capacity - written % capacity
    let start = size <= room ? written : written + room
    guard start + size - oldest <= capacity else { return }
    item.copy(to: memory() + start % capacity)
    copies += 1
    if copies > entries.count, entryBits < mostEntryBits { addEntries() }
    entries[index(of: docid)] = (docid, start)
    written = start + size
  }

  private func memory() -> UnsafeMutableRawPointer {
    if let ring { return ring }
    let ring = UnsafeMutableRawPointer.allocate(
      byteCount: capacity, alignment: MemoryLayout<Int64>.alignment)
    self.ring = ring
    entries = Array(repeating: (.min, 0), count: 1 << entryBits)
    return ring
  }

  /// Makes four times as many entries: all of them at once are dear to who searches only once.
  private func addEntries() {
    let known = entries
    entryBits += 2
    entries = Array(repeating: (.min, 0), count: 1 << entryBits)
    for entry in known where entry.docid != .min { entries[index(of: entry.docid)] = entry }
  }

  /// The high bits of the product with 2^64 / φ: the docids of a section are near each other.
  private func index(of docid: Int64) -> Int {
    Int((UInt64(bitPattern: docid) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - entryBits))
  }
}
