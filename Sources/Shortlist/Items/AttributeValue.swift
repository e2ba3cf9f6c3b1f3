/// The value of an attribute of an item: a text, a number, a Boolean, or several of these.
///
/// ```swift
/// var kyoto = Item(section: "Cities", title: "Kyoto")
/// kyoto.attributes = ["country": "Japan", "founded": 794, "capital": false, "tags": ["old", "garden"]]
/// ```
///
/// A list holds no lists. A list of one value is stored as that value, an empty list as no value,
/// and a value that occurs twice in a list is stored once.
public enum AttributeValue: Sendable {
  /// A text. Filters ignore its case and accents; two texts are equal only if their bytes are.
  case text(String)
  /// A finite number. Integers up to 2⁵³ are exact.
  case number(Double)
  /// A truth value.
  case boolean(Bool)
  /// Several values, none of which is a list.
  case list([AttributeValue])

  /// The values themselves: those of a list, or the only one.
  public var elements: [AttributeValue] {
    if case .list(let values) = self { values } else { [self] }
  }
}

extension AttributeValue: Hashable {
  /// Whether two values have the same type and, for texts, the same bytes.
  public static func == (a: AttributeValue, b: AttributeValue) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.number(let a), .number(let b)): a == b
    case (.boolean(let a), .boolean(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    default: false
    }
  }

  /// Hashes the type and the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text):
      hasher.combine(0)
      for byte in text.utf8 { hasher.combine(byte) }
    case .number(let number):
      hasher.combine(1)
      hasher.combine(number)
    case .boolean(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .list(let values):
      hasher.combine(3)
      hasher.combine(values)
    }
  }
}

extension AttributeValue: ExpressibleByStringLiteral {
  /// Makes a text.
  public init(stringLiteral text: String) { self = .text(text) }
}

extension AttributeValue: ExpressibleByIntegerLiteral {
  /// Makes a number.
  public init(integerLiteral number: Int) { self = .number(Double(number)) }
}

extension AttributeValue: ExpressibleByFloatLiteral {
  /// Makes a number.
  public init(floatLiteral number: Double) { self = .number(number) }
}

extension AttributeValue: ExpressibleByBooleanLiteral {
  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension AttributeValue: ExpressibleByArrayLiteral {
  /// Makes a list.
  public init(arrayLiteral values: AttributeValue...) { self = .list(values) }
}

extension AttributeValue: CustomStringConvertible {
  /// The value as text: a number without a fraction that is not needed, and a list with commas.
  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
    case .boolean(let value): String(value)
    case .list(let values): values.map(\.description).joined(separator: ", ")
    }
  }
}

/// The JSON of a value is a string, a number, `true`, `false`, or an array of these.
extension AttributeValue: Codable {
  /// Decodes a value.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for `null`, an object, or a
  ///   list in a list.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let number = try? value.decode(Double.self), number.isFinite {
      self = .number(number)
    } else if let values = try? value.decode([AttributeValue].self),
      !values.contains(where: { if case .list = $0 { true } else { false } })
    {
      self = .list(values)
    } else {
      throw DecodingError.dataCorruptedError(
        in: value,
        debugDescription: "An attribute is a text, a number, true, false, or a list of these.")
    }
  }

  /// Encodes the value.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .text(let text): try value.encode(text)
    case .number(let number):
      if let integer = Int64(exactly: number) {
        try value.encode(integer)
      } else {
        try value.encode(number)
      }
    case .boolean(let boolean): try value.encode(boolean)
    case .list(let values): try value.encode(values)
    }
  }
}

extension AttributeValue {
  /// The value as it is stored: without lists in lists, lists of one value, repetitions, and the
  /// sign of zero. `nil` for an empty list.
  var normalized: AttributeValue? {
    switch self {
    case .number(0): return .number(0)
    case .list:
      var values: [AttributeValue] = []
      var known: Set<AttributeValue> = []
      for value in flattened where known.insert(value).inserted { values.append(value) }
      return values.count > 1 ? .list(values) : values.first
    default: return self
    }
  }

  private var flattened: [AttributeValue] {
    switch self {
    case .list(let values): values.flatMap(\.flattened)
    case .number(0): [.number(0)]
    default: [self]
    }
  }
}
