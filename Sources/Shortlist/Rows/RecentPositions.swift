/// A cache of the positions of items in their sections. A search looks them up one by one where the
/// order of docids is not that of the list.
final class RecentPositions: SnapshotCache {
  private struct Entry {
    var docid = Int64.min
    var position: Int64 = 0
  }

  /// A hash table, allocated for the first position. Two entries in a row have the same hash; the one
  /// kept last is the first.
  private var entries: [Entry] = []
  private static let bits = 11

  init(for _: Connection) {}

  func removeAll() { entries = [] }

  func follow(_ changed: [Int64], on connection: Connection) {
    for docid in changed {
      if let index = index(of: docid) { entries[index] = Entry() }
    }
  }

  /// The cached position of an item.
  subscript(docid: Int64) -> Int64? {
    get { index(of: docid).map { entries[$0].position } }
    set {
      guard let newValue else { return }
      if entries.isEmpty { entries = Array(repeating: Entry(), count: 2 << Self.bits) }
      let first = Self.firstIndex(of: docid)
      entries[first + 1] = entries[first]
      entries[first] = Entry(docid: docid, position: newValue)
    }
  }

  private func index(of docid: Int64) -> Int? {
    guard !entries.isEmpty else { return nil }
    let first = Self.firstIndex(of: docid)
    if entries[first].docid == docid { return first }
    return entries[first + 1].docid == docid ? first + 1 : nil
  }

  /// Takes the high bits of the product with 2^64 / φ.
  private static func firstIndex(of docid: Int64) -> Int {
    2 * Int((UInt64(bitPattern: docid) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }
}

extension Connection {
  /// Returns the position of an item in its section; 0 if there is no such item.
  func position(of docid: Int64) throws(ShortlistError) -> Int64 {
    let cache = try cache(RecentPositions.self)
    if let known = cache?[docid] { return known }
    let statement = try statement("SELECT position FROM item WHERE docid = ?1")
    statement.bind(docid, at: 1)
    defer { statement.reset() }
    let position = try statement.step() ? statement.int64(0) : 0
    cache?[docid] = position
    return position
  }
}
