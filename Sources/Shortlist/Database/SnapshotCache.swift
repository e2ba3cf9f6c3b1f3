/// A cache of one layer for one connection, valid until the file changes.
///
/// ``Connection/cache(_:)`` creates one of each type per connection, and empties it when the file
/// has changed.
protocol SnapshotCache: AnyObject {
  init(for connection: Connection)
  func removeAll()
}

extension Connection {
  /// A snapshot of the data: while it is the same, so is everything that can be read.
  enum Snapshot: Equatable {
    /// The number that SQLite changes with each commit.
    case file(version: UInt32)
    /// A search in a private database, which nobody can write meanwhile.
    case search(number: Int)
  }

  /// The snapshot being read; `nil` outside a read transaction or search, where anything may change
  /// at any time.
  var snapshot: Snapshot? {
    if let version = dataVersion { return .file(version: version) }
    return budget == nil ? nil : .search(number: searchNumber)
  }

  /// Returns the cache of a type, with only data from the current snapshot; `nil` when there is no
  /// snapshot, and so nothing may be cached.
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
