extension JSONReader {
  mutating func string() throws(JSONSyntaxError) -> String {
    guard try kind() == .string else { throw failure("expected a string") }
    let (range, hasEscapes) = try stringRange()
    return hasEscapes ? try unescape(range) : text(of: bytes[range])
  }

  mutating func strings() throws(JSONSyntaxError) -> [String] {
    var strings: [String] = []
    try beginArray()
    while try nextElement() { strings.append(try string()) }
    return strings
  }

  mutating func readKey() throws(JSONSyntaxError) -> JSONKey {
    let (range, hasEscapes) = try stringRange()
    return JSONKey(
      bytes: UnsafeBufferPointer(rebasing: bytes[range]),
      unescaped: hasEscapes ? try unescape(range) : nil)
  }

  /// Skips a string. Returns the range between its quotation marks, and whether it has escapes.
  mutating func stringRange() throws(JSONSyntaxError) -> (Range<Int>, hasEscapes: Bool) {
    let start = offset + 1
    var at = start
    var hasEscapes = false
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        offset = at + 1
        return (start..<at, hasEscapes)
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        at += 1
        guard at < bytes.count else { break }
        try checkEscape(at: &at)
      } else if byte < 0x20 {
        offset = at
        throw failure("a string contains a control character")
      }
      at += 1
    }
    throw failure("a string does not end")
  }

  /// Checks the escape whose letter is at `at`, and moves `at` to its last byte.
  private mutating func checkEscape(at: inout Int) throws(JSONSyntaxError) {
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u") where codeUnit(at: at + 1) != nil:
      at += 4
    default:
      offset = at
      throw failure("a string contains an invalid escape")
    }
  }

  /// The value of the four hexadecimal digits at `at`.
  private func codeUnit(at: Int) -> UInt16? {
    guard at + 4 <= bytes.count else { return nil }
    var value: UInt16 = 0
    for byte in bytes[at..<at + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  private mutating func unescape(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "\\") else {
        plain.append(bytes[at])
        at += 1
        continue
      }
      switch bytes[at + 1] {
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = scalar(at: &at)
        plain.append(contentsOf: String(Character(scalar)).utf8)
      case let byte: plain.append(byte)
      }
      at += 2
    }
    return plain.withUnsafeBufferPointer { text(of: $0[...]) }
  }

  /// The scalar of a checked `\u` escape at `at`, including the other half of its pair; U+FFFD for
  /// an unpaired half. Leaves `at` two bytes before the next character.
  private mutating func scalar(at: inout Int) -> Unicode.Scalar {
    let unit = codeUnit(at: at + 2) ?? 0xFFFD
    at += 4
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let next = at + 2
    if UTF16.isLeadSurrogate(unit), next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\\"),
      bytes[next + 1] == UInt8(ascii: "u"), let trail = codeUnit(at: next + 2),
      UTF16.isTrailSurrogate(trail)
    {
      at += 6
      let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
      return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
    didRepair = true
    return "\u{FFFD}"
  }

  private mutating func text(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let (text, isRepaired) = UTF8Text.decode(UnsafeBufferPointer(rebasing: bytes))
    if isRepaired { didRepair = true }
    return text
  }
}
