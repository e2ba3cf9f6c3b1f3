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
