/// What a list is made of, from top to bottom: each section, and behind it its items.
public enum ListElement: Sendable, Hashable {
  /// A section begins.
  case section(ItemSection)
  /// An item of the last section.
  case item(Item)
}
