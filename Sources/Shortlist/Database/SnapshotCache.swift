/// What one layer remembers of the file, as read through one connection, until the file changes.
///
/// ``Connection/cache(_:)`` makes one of each type for each connection, and empties it when the file
/// has changed.
protocol SnapshotCache: AnyObject {
  init(for connection: Connection)
  func removeAll()
}

extension Connection {
  /// A moment of the data: as long as it stays the same, so does everything that can be read.
  enum Snapshot: Equatable {
    /// The number that SQLite changes with each commit.
    case file(version: UInt32)
    /// A search in a private database, which nobody can write meanwhile.
    case search(number: Int)
  }

  /// The moment that is read now; `nil` outside a transaction or search that reads, where anything may
  /// change at any time.
  var snapshot: Snapshot? {
    if let version = dataVersion { return .file(version: version) }
    return budget == nil ? nil : .search(number: searchNumber)
  }

  /// The cache of a type, which holds only what was read from the current snapshot; `nil` when there is
  /// no snapshot, and nothing may be remembered.
  func cache<Cache: SnapshotCache>(_: Cache.Type) -> Cache? {
    let snapshot = snapshot
    if snapshot == nil || snapshot != cachedSnapshot {
      for cache in caches.values { cache.removeAll() }
      cachedSnapshot = snapshot
    }
    guard snapshot != nil else { return nil }
    let key = ObjectIdentifier(Cache.self)
    if let cache = caches[key] as? Cache { return cache }
    let cache = Cache(for: self)
    caches[key] = cache
    return cache
  }
}
