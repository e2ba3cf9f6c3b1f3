/// A number of matches.
public enum Total: Sendable, Hashable {
  /// All were counted.
  case exactly(Int)
  /// Counting stopped here; there may be more.
  case atLeast(Int)

  /// What was counted.
  public var value: Int {
    switch self {
    case .exactly(let value), .atLeast(let value): value
    }
  }

  /// Whether all were counted.
  public var isExact: Bool {
    if case .exactly = self { true } else { false }
  }

  /// Both together; exact when both are.
  public static func + (a: Total, b: Total) -> Total {
    let sum = a.value + b.value
    return a.isExact && b.isExact ? .exactly(sum) : .atLeast(sum)
  }
}

/// In JSON, `{"value": 100, "relation": "atLeast"}`; the relation of a number that was counted to its end
/// is `exact`.
extension Total: Codable {
  private enum CodingKeys: String, CodingKey {
    case value, relation
  }

  private enum Relation: String, Codable {
    case exact, atLeast
  }

  /// Decodes a total.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let value = try values.decode(Int.self, forKey: .value)
    switch try values.decode(Relation.self, forKey: .relation) {
    case .exact: self = .exactly(value)
    case .atLeast: self = .atLeast(value)
    }
  }

  /// Encodes the total.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(value, forKey: .value)
    try values.encode(isExact ? Relation.exact : .atLeast, forKey: .relation)
  }
}
