/// A cache of the number of all items, until the next change of the list.
private final class ItemCount: SnapshotCache {
  var known: Int?

  init(for _: Connection) {}

  func removeAll() { known = nil }
}

extension Connection {
  /// Returns the number of all items.
  ///
  /// FTS5 counts the titles in the index, on a page that every reader of the index reads. Adding up what 50
  /// sections hold takes more than twice as long. But an index that is out of date may have more titles or
  /// fewer.
  func itemCount() throws(ShortlistError) -> Int {
    let cache = try cache(ItemCount.self)
    if let known = cache?.known { return known }
    var count: Int64 = 0
    if try outdatedIndex() == nil {
      count =
        try number("SELECT shortlist_counted_items(block) FROM item_titles_data WHERE id = 1") ?? 0
    }
    let items = try count > 0 ? Int(clamping: count) : SectionTable.itemCount(self)
    cache?.known = items
    return items
  }
}
