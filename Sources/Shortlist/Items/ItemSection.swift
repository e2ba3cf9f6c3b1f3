/// A titled, ordered list of items, such as "Countries to visit". In JSON it has an `id` and a `title`.
public struct ItemSection: Sendable, Hashable, Codable, Identifiable, CustomStringConvertible {
  /// The app's own name of a section; unique in a repository.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
  {
    /// The name itself: any string but the empty one.
    public let rawValue: String

    /// Wraps the app's own name of a section.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Wraps the app's own name of a section.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// Wraps the app's own name of a section, written in the source.
    public init(stringLiteral value: String) {
      rawValue = value
    }

    /// The name itself.
    public var description: String { rawValue }
  }

  /// The app's own name of the section.
  public var id: ID
  /// The heading. Two sections may have the same one, so the library names sections by ``id`` alone.
  public var title: String

  /// Makes a section; without a title, it is headed by its id.
  public init(id: ID, title: String? = nil) {
    self.id = id
    self.title = title ?? id.rawValue
  }

  /// The title.
  public var description: String { title }
}

/// What a list is made of, from top to bottom: each section, and behind it its items.
public enum ListElement: Sendable, Hashable {
  /// A section begins.
  case section(ItemSection)
  /// An item of the last section.
  case item(Item)
}
