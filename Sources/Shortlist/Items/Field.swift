/// A searched text of an item.
public enum Field: String, Sendable, Hashable, CaseIterable, Codable {
  /// The name of the item: searched first, and in every way.
  case title
  /// A second line.
  case subtitle
  /// Further names, tags: searched as the title is, except that they begin no title.
  case keywords
  /// The prose of the item.
  case body
}
