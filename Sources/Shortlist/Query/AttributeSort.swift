/// The order of hits by an attribute.
///
/// Booleans come first, then numbers, then texts, which are compared without regard to case and
/// accents. Of several values, the least counts in ascending order, and the greatest in descending
/// order. Items without the attribute come last. Equal items follow in the order of their weight and
/// the length of their title, and then in the order of the list.
///
/// ```swift
/// query.sort = AttributeSort("year", .descending)
/// ```
public struct AttributeSort: Sendable, Hashable {
  /// A direction of an order.
  public enum Direction: String, Sendable, Hashable, Codable {
    /// The least first.
    case ascending = "asc"
    /// The greatest first.
    case descending = "desc"
  }

  /// The name of the attribute.
  public var attribute: String
  /// The direction.
  public var direction: Direction

  /// Makes an order.
  public init(_ attribute: String, _ direction: Direction = .ascending) {
    self.attribute = attribute
    self.direction = direction
  }
}

/// The text of an order is the name of the attribute, a colon, and `asc` or `desc`: `year:desc`. It
/// is also its JSON.
extension AttributeSort: LosslessStringConvertible {
  /// The order as text.
  public var description: String { "\(attribute):\(direction.rawValue)" }

  /// Parses an order. Without a direction, it is ascending; `nil` if the name is missing.
  public init?(_ description: String) {
    for direction in [Direction.ascending, .descending] {
      let ending = ":\(direction.rawValue)"
      guard description.hasSuffix(ending) else { continue }
      self.init(String(description.dropLast(ending.count)), direction)
      guard !attribute.isEmpty else { return nil }
      return
    }
    guard !description.isEmpty else { return nil }
    self.init(description, .ascending)
  }
}

extension AttributeSort: Codable {
  /// Decodes an order from its text.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` without a name.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let sort = AttributeSort(try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "An order names an attribute, as in “year:desc”.")
    }
    self = sort
  }

  /// Encodes the order as text.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}
