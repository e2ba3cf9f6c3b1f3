import Shortlist

extension JSONReader {
  /// The value of an attribute in JSON.
  enum Attribute {
    case value(AttributeValue)
    /// `null`, or an array of nothing else.
    case absent
    /// An object, an array in an array, or an infinite number.
    case invalid
  }

  /// Reads the value of an attribute: a string, a number, `true`, `false`, or an array of these.
  mutating func attribute() throws(JSONSyntaxError) -> Attribute {
    guard try kind() == .array else { return try plainAttribute() }
    var values: [AttributeValue] = []
    var isValid = true
    try beginArray()
    while try nextElement() {
      switch try plainAttribute() {
      case .value(let value): values.append(value)
      case .absent: break
      case .invalid: isValid = false
      }
    }
    guard isValid else { return .invalid }
    return values.isEmpty ? .absent : .value(values.count == 1 ? values[0] : .list(values))
  }

  private mutating func plainAttribute() throws(JSONSyntaxError) -> Attribute {
    switch try kind() {
    case .string: return .value(.text(try string()))
    case .bool: return .value(.boolean(try bool()))
    case .null:
      try null()
      return .absent
    case .number:
      let number = try number()
      return number.isFinite ? .value(.number(number)) : .invalid
    case .object, .array:
      _ = try skipValue()
      return .invalid
    }
  }
}
