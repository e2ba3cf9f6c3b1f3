/// The state of an index that does not fit its items: its tokens are not those of this version, or
/// it is frozen while another is built.
struct OutdatedIndex {
  /// Items for which the index is out of date.
  private(set) var docids: Set<Int64> = []

  /// `nil` when the index fits its items.
  init?(_ connection: Connection) throws(ShortlistError) {
    let meta = try connection.meta()
    guard meta.isFrozen || meta.tokenizer != Meta.tokenizerVersion else { return nil }
    guard meta.isFrozen else { return }
    let rows = try connection.statement("SELECT docid FROM item_outdated")
    defer { rows.reset() }
    while try rows.step() { docids.insert(rows.int64(0)) }
  }
}

private final class OutdatedIndexCache: SnapshotCache {
  var outdated: OutdatedIndex??

  init(for _: Connection) {}
  func removeAll() { outdated = nil }
}

extension Connection {
  /// Returns how the index differs from the items in the current snapshot; `nil` when it fits them.
  func outdatedIndex() throws(ShortlistError) -> OutdatedIndex? {
    let cache = try cache(OutdatedIndexCache.self)
    if let outdated = cache?.outdated { return outdated }
    let outdated = try OutdatedIndex(self)
    cache?.outdated = .some(outdated)
    return outdated
  }
}
