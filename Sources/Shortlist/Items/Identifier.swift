/// The app's own key of a value: a text that is not empty. In JSON it is a string.
///
/// ```swift
/// let tokyo: Item.ID = "city-7"
/// let rome = Item.ID(record.key)
/// ```
public struct Identifier<Value>: RawRepresentable, Sendable, Hashable, Codable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The key itself.
  public let rawValue: String

  /// Wraps the app's own key.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Wraps the app's own key.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Wraps a key written as a string literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// The key itself.
  public var description: String { rawValue }
}
