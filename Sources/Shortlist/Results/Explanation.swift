/// An explanation of a value, or of how it was found, as a tree: each label says how the value
/// follows from the values below it.
public struct Explanation: Sendable, Hashable {
  /// An explained value.
  public enum Value: Sendable, Hashable {
    /// A number.
    case number(Double)
    /// A word, a name or a match expression.
    case text(String)
  }

  /// The meaning of the value; for a computed value, a formula over the labels of ``children``.
  public let label: String
  /// The value; `nil` for a node that only groups its children.
  public let value: Value?
  /// The explanations that the value follows from.
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

  /// Returns the first explanation with that label in this tree; `nil` if the tree has no such label.
  public func first(_ label: String) -> Explanation? {
    guard self.label != label else { return self }
    for child in children {
      if let found = child.first(label) { return found }
    }
    return nil
  }

  /// The value if it is a number.
  public var number: Double? {
    if case .number(let number) = value { number } else { nil }
  }
}

/// The JSON of an explanation has a `label` and, if present, a `value` (a number or a string) and
/// `children`.
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

/// The JSON is a number or a string.
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

/// The reasons why an item is or is not a hit for a query.
public struct Why: Sendable, Hashable {
  /// The item in question.
  public let item: Item
  /// The query in question.
  public let query: SearchQuery
  /// Whether the results of the query include the item.
  public let isHit: Bool
  /// The tier on which the item matches, whether shown or not; `nil` if it matches on none.
  public let tier: MatchTier?
  /// The rank of the item, counted from 1, among all matches: of its section, or of all sections in
  /// flat results. `nil` if the item matches on no tier, if its section was not searched, or if the
  /// time ran out before all matches were found.
  public let place: Int?
  /// The reasons in sentences; the first says whether the item is a hit.
  public let sentences: [String]
}
