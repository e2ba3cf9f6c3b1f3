#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A thing to find: it stands in one section, and can be found by its texts.
public struct Item: Sendable, Hashable, Identifiable {
  /// The app's own key of an item; unique in a repository, whatever the section.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
  {
    /// The key itself: any string but the empty one.
    public let rawValue: String

    /// Wraps the app's own key.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Wraps the app's own key.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// Wraps the app's own key, written in the source.
    public init(stringLiteral value: String) {
      rawValue = value
    }

    /// The key itself.
    public var description: String { rawValue }
  }

  /// The app's own key of the item.
  public var id: ID
  /// The section that the item stands in.
  public var section: ItemSection.ID
  /// The name of the item.
  public var title: String
  /// A second line; empty when there is none.
  public var subtitle: String
  /// Further names and tags. None may hold the character U+001F, which separates them in the file.
  public var keywords: [String]
  /// The prose of the item; empty when there is none.
  public var body: String
  /// How much the item matters among others that match as well: population, plays, stars.
  /// Finite, 0 or more; 0 when the app knows no better.
  public var weight: Double
  /// Bytes of the app's own, kept beside the item and never searched.
  public var payload: Data?
}

extension Item {
  /// Makes an item. Without an id, one is derived from section and title: the same section and
  /// title always give the same id, so that adding an item twice keeps one.
  public init(
    id: ID? = nil, section: ItemSection.ID, title: String, subtitle: String = "",
    keywords: [String] = [], body: String = "", weight: Double = 0, payload: Data? = nil
  ) {
    let id: ID = id ?? ID("\(section)/\(title)")
    self.init(
      id: id, section: section, title: title, subtitle: subtitle, keywords: keywords, body: body,
      weight: weight, payload: payload)
  }
}
