/// Why a number is what it is, or what was done to find it, as a tree: each label says how the
/// value comes from the values below it.
public struct Explanation: Sendable, Hashable {
  /// What is explained.
  public enum Value: Sendable, Hashable {
    /// A number.
    case number(Double)
    /// A word, a name, a match expression.
    case text(String)
  }

  /// What the value is, as a formula over the labels of ``children`` where it is calculated.
  public let label: String
  /// The value; `nil` for what only holds its children together.
  public let value: Value?
  /// Where it comes from.
  public let children: [Explanation]

  /// Makes an explanation from its parts.
  public init(_ label: String, _ value: Value? = nil, children: [Explanation] = []) {
    self.label = label
    self.value = value
    self.children = children
  }

  /// Makes an explanation of a number.
  public init(_ label: String, _ value: Double, children: [Explanation] = []) {
    self.init(label, .number(value), children: children)
  }

  /// Makes an explanation of a whole number.
  public init(_ label: String, _ value: Int, children: [Explanation] = []) {
    self.init(label, .number(Double(value)), children: children)
  }

  /// The first explanation of that label, in the tree from here on; `nil` when there is none.
  public func first(_ label: String) -> Explanation? {
    guard self.label != label else { return self }
    for child in children {
      if let found = child.first(label) { return found }
    }
    return nil
  }

  /// The value, when it is a number.
  public var number: Double? {
    if case .number(let number) = value { number } else { nil }
  }
}

/// In JSON an explanation has a `label`, and a `value` (a number or a string) and `children` if there are
/// any.
extension Explanation: Codable {
  private enum CodingKeys: String, CodingKey {
    case label, value, children
  }

  /// Decodes an explanation.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(String.self, forKey: .label),
      try values.decodeIfPresent(Value.self, forKey: .value),
      children: try values.decodeIfPresent([Explanation].self, forKey: .children) ?? [])
  }

  /// Encodes the explanation.
  ///
  /// - Throws: what the encoder throws, as `JSONEncoder` does for a number that is not finite.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(label, forKey: .label)
    try values.encodeIfPresent(value, forKey: .value)
    if !children.isEmpty { try values.encode(children, forKey: .children) }
  }
}

/// In JSON, a number or a string.
extension Explanation.Value: Codable {
  /// Decodes a value.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else {
      self = .number(try value.decode(Double.self))
    }
  }

  /// Encodes the value.
  ///
  /// - Throws: what the encoder throws, as `JSONEncoder` does for a number that is not finite.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    }
  }
}

/// Why an item is a hit for a query, or why it is none.
public struct Why: Sendable, Hashable {
  /// The item in question.
  public let item: Item
  /// The query in question.
  public let query: SearchQuery
  /// Whether the answer to the query shows the item.
  public let isHit: Bool
  /// How the item matches, shown or not; `nil` when it matches on no tier.
  public let tier: MatchTier?
  /// Where the item stands, counted from 1, among all that match: of its section, or in a flat
  /// answer of all. `nil` when it matches on no tier, stands in a section that was not asked for, or
  /// the time ran out before all were found.
  public let place: Int?
  /// The answer, and what leads to it, in sentences; the first says whether the item is a hit.
  public let sentences: [String]
}
