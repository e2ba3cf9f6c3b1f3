/// A condition on the attributes of items. Only items that meet it are hits.
///
/// ```swift
/// query.filter = try AttributeFilter("continent = Europe AND (year >= 2010 OR tags = classic)")
/// query.filter = .all([.equals("continent", "Europe"), .compares("year", .greaterOrEqual, 2010)])
/// ```
///
/// Texts are compared without regard to case and accents. If an attribute has several values, one
/// of them has to meet a condition. An item without the attribute meets no condition on it, but it
/// meets ``not(_:)``.
public indirect enum AttributeFilter: Sendable, Hashable {
  /// The attribute has this value; with a list, one of its values. A number also equals a text that
  /// spells it, such as `2010`, and a Boolean the text `true` or `false`.
  case equals(String, AttributeValue)
  /// The attribute has a value that compares so with this one. Numbers compare only with numbers,
  /// and texts only with texts. For a Boolean or a list, nothing meets the condition.
  case compares(String, Comparison, AttributeValue)
  /// The attribute has any value.
  case exists(String)
  /// All of the conditions are met; every item meets none.
  case all([AttributeFilter])
  /// At least one of the conditions is met; no item meets none.
  case any([AttributeFilter])
  /// The condition is not met.
  case not(AttributeFilter)

  /// A comparison of an item's value, on the left, with that of the filter.
  public enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// Less than the value.
    case less = "<"
    /// Less than the value, or equal to it.
    case lessOrEqual = "<="
    /// Greater than the value.
    case greater = ">"
    /// Greater than the value, or equal to it.
    case greaterOrEqual = ">="

    /// Whether the two values are in this order.
    func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
      switch self {
      case .less: a < b
      case .lessOrEqual: a <= b
      case .greater: a > b
      case .greaterOrEqual: a >= b
      }
    }
  }

  /// The names of all attributes in the filter.
  public var attributes: Set<String> {
    switch self {
    case .equals(let name, _), .compares(let name, _, _), .exists(let name): [name]
    case .all(let filters), .any(let filters):
      filters.reduce(into: []) { $0.formUnion($1.attributes) }
    case .not(let filter): filter.attributes
    }
  }

  /// Combines two filters, either of which may be missing.
  public static func both(_ a: AttributeFilter?, _ b: AttributeFilter?) -> AttributeFilter? {
    guard let a, let b else { return a ?? b }
    return .all([a, b])
  }
}

// MARK: - As text

/// The text of a filter is what ``init(_:)`` reads, and its JSON.
extension AttributeFilter: CustomStringConvertible {
  /// The filter as text.
  public var description: String {
    switch self {
    case .equals(let name, .list(let values)):
      "\(Self.quoted(name)) IN [\(values.map(Self.quoted).joined(separator: ", "))]"
    case .equals(let name, let value): "\(Self.quoted(name)) = \(Self.quoted(value))"
    case .compares(let name, let comparison, let value):
      "\(Self.quoted(name)) \(comparison.rawValue) \(Self.quoted(value))"
    case .exists(let name): "\(Self.quoted(name)) EXISTS"
    case .all(let filters): Self.joined(filters, by: " AND ")
    case .any(let filters): Self.joined(filters, by: " OR ")
    case .not(let filter): "NOT \(filter.operand)"
    }
  }

  private static func joined(_ filters: [AttributeFilter], by operation: String) -> String {
    guard filters.count != 1 else { return filters[0].description }
    // Nothing can be written between the brackets of none.
    guard !filters.isEmpty else { return operation == " AND " ? "ALL" : "NONE" }
    return filters.map(\.operand).joined(separator: operation)
  }

  /// The text in a longer filter. Brackets that are not needed would nest it more deeply than the text
  /// it was parsed from, perhaps too deeply to be parsed again.
  private var operand: String {
    switch self {
    case .all, .any: "(\(self))"
    case .equals, .compares, .exists, .not: description
    }
  }

  private static func quoted(_ value: AttributeValue) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .list(let values): "[\(values.map(quoted).joined(separator: ", "))]"
    case .number, .boolean: value.description
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

/// The JSON of a filter is its text.
extension AttributeFilter: Codable {
  /// Decodes a filter.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a text that is no filter.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do {
      try self.init(try value.decode(String.self))
    } catch let error as ShortlistError {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: error.message)
    }
  }

  /// Encodes the filter.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}
