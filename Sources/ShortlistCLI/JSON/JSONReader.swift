/// A strict pull parser for JSON (RFC 8259).
///
/// Foundation's decoder reads some 40,000 lines a second, takes the first of two equal keys, and
/// rejects a whole line for half a surrogate pair. This one reads about a million lines a second,
/// shows its caller each key (so that the last one wins), and replaces invalid text by U+FFFD.
struct JSONReader {
  /// The maximum depth to which arrays and objects can nest.
  static let maximumDepth = 512

  let bytes: UnsafeBufferPointer<UInt8>
  var offset = 0
  /// The number of open arrays and objects.
  private var depth = 0
  /// Whether an array or object has just been entered.
  private var isAtStart = false
  /// Whether a string was repaired: it had invalid UTF-8 or half a surrogate pair.
  var didRepair = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  enum Kind {
    case object, array, string, number, bool, null
  }

  /// Returns the kind of the next value, judging by its first byte.
  mutating func kind() throws(JSONSyntaxError) -> Kind {
    skipWhitespace()
    guard let byte = peek else { throw failure("expected a value, but the text ends") }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw failure("not a JSON value")
    }
  }

  mutating func bool() throws(JSONSyntaxError) -> Bool {
    guard try kind() == .bool else { throw failure("expected true or false") }
    let value = peek == UInt8(ascii: "t")
    try literal(value ? "true" : "false")
    return value
  }

  mutating func null() throws(JSONSyntaxError) {
    try literal("null")
  }

  /// Makes sure that nothing but white space follows.
  mutating func finish() throws(JSONSyntaxError) {
    skipWhitespace()
    guard offset == bytes.count else { throw failure("unexpected text after the value") }
  }

  // MARK: Objects and arrays

  /// Enters an object. Call ``nextKey()`` until it returns `nil`.
  mutating func beginObject() throws(JSONSyntaxError) {
    try begin(UInt8(ascii: "{"), "expected an object")
  }

  /// Enters an array. Call ``nextElement()`` until it returns `false`.
  mutating func beginArray() throws(JSONSyntaxError) {
    try begin(UInt8(ascii: "["), "expected an array")
  }

  /// Moves to the next value of an object and returns its key; `nil` at the end of the object.
  mutating func nextKey() throws(JSONSyntaxError) -> JSONKey? {
    guard try next(before: UInt8(ascii: "}")) else { return nil }
    skipWhitespace()
    guard peek == UInt8(ascii: "\"") else { throw failure("expected a key") }
    let key = try readKey()
    skipWhitespace()
    guard peek == UInt8(ascii: ":") else { throw failure("expected a colon") }
    offset += 1
    return key
  }

  /// Moves to the next value of an array; returns `false` at the end of the array.
  mutating func nextElement() throws(JSONSyntaxError) -> Bool {
    try next(before: UInt8(ascii: "]"))
  }

  private mutating func begin(_ bracket: UInt8, _ expected: String) throws(JSONSyntaxError) {
    skipWhitespace()
    guard peek == bracket else { throw failure(expected) }
    guard depth < Self.maximumDepth else {
      throw failure("more than \(Self.maximumDepth) levels of brackets")
    }
    depth += 1
    offset += 1
    isAtStart = true
  }

  private mutating func next(before bracket: UInt8) throws(JSONSyntaxError) -> Bool {
    defer { isAtStart = false }
    skipWhitespace()
    if peek == bracket {
      offset += 1
      depth -= 1
      return false
    }
    if isAtStart { return true }
    guard peek == UInt8(ascii: ",") else { throw failure("expected a comma or a closing bracket") }
    offset += 1
    return true
  }

  // MARK: Anything

  /// Skips any value and returns the range of its bytes.
  mutating func skipValue() throws(JSONSyntaxError) -> Range<Int> {
    skipWhitespace()
    let start = offset
    switch try kind() {
    case .object:
      try beginObject()
      while try nextKey() != nil { _ = try skipValue() }
    case .array:
      try beginArray()
      while try nextElement() { _ = try skipValue() }
    case .string: _ = try stringRange()
    case .number: _ = try numberRange()
    case .bool: _ = try bool()
    case .null: try null()
    }
    return start..<offset
  }

  // MARK: Bytes

  /// The next byte; `nil` at the end.
  var peek: UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  mutating func skipWhitespace() {
    while offset < bytes.count, Self.isWhitespace(bytes[offset]) { offset += 1 }
  }

  /// Whether a byte is white space in JSON.
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  func failure(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, offset: offset)
  }

  private mutating func literal(_ word: StaticString) throws(JSONSyntaxError) {
    skipWhitespace()
    let count = word.utf8CodeUnitCount
    guard
      offset + count <= bytes.count,
      bytes[offset..<offset + count].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: count))
    else { throw failure("not a JSON value") }
    offset += count
  }
}

/// An error for invalid JSON, or for JSON of an unexpected kind.
struct JSONSyntaxError: Error, Equatable {
  /// A phrase that follows a position: "a string does not end".
  let reason: String
  /// The offset of the error, in bytes.
  let offset: Int
}

/// The key of a value in an object, which can be compared without creating a string.
struct JSONKey {
  /// The bytes between the quotation marks; not used if ``unescaped`` is set.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The decoded key, if it was written with escapes.
  let unescaped: String?

  var text: String { unescaped ?? String(decoding: bytes, as: UTF8.self) }

  func matches(_ name: [UInt8]) -> Bool {
    if let unescaped { return unescaped.utf8.elementsEqual(name) }
    return bytes.count == name.count && bytes.elementsEqual(name)
  }

  static func ~= (name: StaticString, key: JSONKey) -> Bool {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    if let unescaped = key.unescaped { return unescaped.utf8.elementsEqual(name) }
    return key.bytes.count == name.count && key.bytes.elementsEqual(name)
  }
}
