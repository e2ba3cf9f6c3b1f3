/// Where a page of hits ended: the next page begins behind it.
///
/// A cursor belongs to one query. It stays good while the list changes: items that come or go
/// shift nothing, because a cursor remembers a place in the order and not a number of hits.
public struct SearchCursor: Sendable, Hashable, Codable {
  /// The section whose hits go on; `nil` in a flat answer.
  public let section: ItemSection.ID?
  /// The place of the last hit in the order of the query.
  let key: [Int64]

  init(section: ItemSection.ID?, key: [Int64]) {
    self.section = section
    self.key = key
  }
}
