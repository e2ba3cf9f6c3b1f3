/// A titled, ordered list of items, such as "Countries to visit". Its JSON has an `id` and a
/// `title`.
///
/// ```swift
/// let visited = ItemSection(id: "visited", title: "Countries visited")
/// try await repository.ensureSection(visited)
/// try await repository.add("France", to: visited.id)
/// ```
public struct ItemSection: Sendable, Hashable, Codable, Identifiable, CustomStringConvertible {
  /// The app's own key of a section, unique in a repository.
  public typealias ID = Identifier<ItemSection>

  /// The app's own key of the section.
  public var id: ID
  /// The heading. Several sections can share one, so the library refers to sections by ``id``
  /// alone.
  public var title: String

  /// Makes a section; the title defaults to the id.
  public init(id: ID, title: String? = nil) {
    self.id = id
    self.title = title ?? id.rawValue
  }

  /// The title.
  public var description: String { title }
}

/// An element of a list, from top to bottom: each section, followed by its items.
public enum ListElement: Sendable, Hashable {
  /// The start of a section.
  case section(ItemSection)
  /// An item of the most recent section.
  case item(Item)
  /// A pinned item, after all sections; those of a text are in order.
  case pin(PinnedItem)
}
