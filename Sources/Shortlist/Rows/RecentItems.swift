/// A cache of the items read last. Half of the items shown after a keystroke were shown before it.
/// Finding a copy takes one look-up; SQLite descends a tree of pages, which are usually no longer in
/// the processor's cache, and drops all of them after each commit.
///
/// After a commit, only the items that it has changed are removed, as long as ``ItemChangeTable``
/// knows them.
///
/// The copies form a ring buffer, in which a new one replaces the oldest.
final class RecentItems: SnapshotCache {
  /// The place of a copy: the number of bytes written before it.
  typealias Place = Int

  private let capacity: Int
  private var ring: UnsafeMutableRawPointer?
  /// The number of bytes written in total, and before the last change of the file.
  private var written = 0
  private var outdated = 0
  private struct Entry {
    var docid: Int64
    var place: Place
  }

  /// A hash table. Each entry has the docid that was copied last with its hash, and the copy's
  /// place. It is no array, because each use of one would be checked for overlaps at run time.
  private var entries: UnsafeMutablePointer<Entry>?
  /// The table has 2 to the power of this many entries: four for each copy made, up to the maximum.
  private var entryBits = 6
  private let mostEntryBits: Int
  private var copies = 0

  convenience init(for connection: Connection) { self.init(capacity: connection.cacheSizes.items) }

  /// Creates a cache of so many bytes, which are allocated for the first copy.
  init(capacity: Int) {
    self.capacity = max(capacity, 0) & ~7
    // Few copies are shorter than 128 bytes.
    mostEntryBits = Int.bitWidth - 1 - max(capacity / 32, 2).leadingZeroBitCount
  }

  deinit {
    ring?.deallocate()
    entries?.deallocate()
  }

  func removeAll() { outdated = written }

  func follow(_ changed: [Int64], on connection: Connection) { changed.forEach(remove) }

  private func remove(_ docid: Int64) {
    guard let entry = entry(of: docid), entry.pointee.docid == docid else { return }
    entry.pointee.docid = .min
  }

  /// Returns the place of an item's copy, if there is one.
  func place(of docid: Int64) -> Place? {
    guard let entry = entry(of: docid)?.pointee, entry.docid == docid,
      entry.place >= max(outdated, written - capacity)
    else { return nil }
    return entry.place
  }

  /// The copy at a place, which must still be valid.
  subscript(place: Place) -> ItemColumns {
    guard let ring else { preconditionFailure("There is no copy before there is room for one") }
    return ItemColumns(copy: ring + place % capacity)
  }

  /// Copies an item, unless it is large or would overwrite a copy from `oldest` on.
  func keep(_ item: ItemColumns, of docid: Int64, sparing oldest: Place) {
    let size = item.copySize
    guard size <= capacity / 64 else { return }
    // A copy is contiguous.
    let room = capacity - written % capacity
    let start = size <= room ? written : written + room
    guard start + size - oldest <= capacity else { return }
    item.copy(to: memory() + start % capacity)
    copies += 1
    if copies > 1 << (entryBits - 2), entryBits < mostEntryBits { addEntries() }
    entry(of: docid)?.pointee = Entry(docid: docid, place: start)
    written = start + size
  }

  private func memory() -> UnsafeMutableRawPointer {
    if let ring { return ring }
    let ring = UnsafeMutableRawPointer.allocate(
      byteCount: capacity, alignment: MemoryLayout<Int64>.alignment)
    self.ring = ring
    entries = emptyEntries()
    return ring
  }

  private func emptyEntries() -> UnsafeMutablePointer<Entry> {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << entryBits)
    entries.initialize(repeating: Entry(docid: .min, place: 0), count: 1 << entryBits)
    return entries
  }

  /// Makes four times as many entries. Allocating all of them eagerly is expensive for a single
  /// search.
  private func addEntries() {
    let known = UnsafeMutableBufferPointer(start: entries, count: 1 << entryBits)
    defer { known.deallocate() }
    entryBits += 2
    entries = emptyEntries()
    for known in known where known.docid != .min { entry(of: known.docid)?.pointee = known }
  }

  /// The entry for a docid; `nil` before the first copy.
  ///
  /// Takes the high bits of the product with 2^64 / φ, because docids of a section are close
  /// together.
  private func entry(of docid: Int64) -> UnsafeMutablePointer<Entry>? {
    let hash = UInt64(bitPattern: docid) &* 0x9E37_79B9_7F4A_7C15
    return entries.map { $0 + Int(hash >> UInt64(64 - entryBits)) }
  }
}
