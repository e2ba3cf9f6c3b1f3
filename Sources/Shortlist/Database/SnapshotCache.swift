/// A cache of one layer for one connection.
///
/// ``Connection/cache(_:)`` creates one of each type per connection, and lets it follow when the file
/// has changed.
protocol SnapshotCache: AnyObject {
  init(for connection: Connection) throws(ShortlistError)
  func removeAll()
  /// Removes what may differ in the snapshot that the connection now reads: without an
  /// implementation, everything. `changed` are the docids of the items that may differ.
  func follow(_ changed: [Int64], on connection: Connection) throws(ShortlistError)
}

extension SnapshotCache {
  func follow(_ changed: [Int64], on connection: Connection) { removeAll() }
}

/// The caches of a connection, by type.
struct SnapshotCaches {
  fileprivate var caches: [(type: ObjectIdentifier, cache: any SnapshotCache)] = []
  /// The snapshot that they agree with, and the number of its last change; `nil` before the first
  /// and after an error.
  fileprivate var snapshot: Connection.Snapshot?
  fileprivate var change: Int64?
  /// What ``Connection/meta()`` read last, and the snapshot that it is of.
  var meta: (snapshot: Connection.Snapshot, meta: MetaSnapshot)?

  fileprivate func removeAll() {
    for (_, cache) in caches { cache.removeAll() }
  }
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

  /// Returns the cache of a type, with only data that is the same in the current snapshot; `nil` when
  /// there is no snapshot, and so nothing may be cached.
  ///
  /// - Throws: what went wrong while the caches followed the changes; SQLite may have ended the
  ///   transaction.
  func cache<Cache: SnapshotCache>(_: Cache.Type) throws(ShortlistError) -> Cache? {
    guard let snapshot else {
      caches.removeAll()
      caches.snapshot = nil
      return nil
    }
    if snapshot != caches.snapshot {
      caches.snapshot = nil
      try followChanges()
      caches.snapshot = snapshot
    }
    let type = ObjectIdentifier(Cache.self)
    if let known = caches.caches.first(where: { $0.type == type }) { return known.cache as? Cache }
    let cache = try Cache(for: self)
    caches.caches.append((type, cache))
    return cache
  }

  /// Lets the caches follow the changes of the list; empties them if not all of these are known.
  private func followChanges() throws(ShortlistError) {
    let last = caches.change
    caches.change = nil
    do {
      let now = try meta().changes
      if let last, let changed = try ItemChangeTable.docids(after: last, upTo: now, on: self) {
        for (_, cache) in caches.caches { try cache.follow(changed, on: self) }
      } else {
        caches.removeAll()
      }
      caches.change = now
    } catch {
      caches.removeAll()
      throw error
    }
  }
}
