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

extension SearchCursor: LosslessStringConvertible {
  /// The cursor as text, to be handed out and back: whole numbers, and behind a slash the id of the
  /// section.
  public var description: String {
    var text = ""
    for number in key {
      if !text.isEmpty { text += "," }
      text += String(number)
    }
    if let section { text += "/" + section.rawValue }
    return text
  }

  /// The cursor that a text describes; `nil` when it describes none.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
    key = numbers.compactMap(\.self)
    guard key.count == numbers.count else { return nil }
    section = parts.count > 1 ? ItemSection.ID(String(parts[1])) : nil
  }
}
