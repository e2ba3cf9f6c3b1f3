extension JSONReader {
  /// Reads a number. One too large for a `Double` is infinite.
  mutating func number() throws(JSONSyntaxError) -> Double {
    let range = try numberRange()
    if let value = smallInteger(range) { return Double(value) }
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard let value = Double(text) else { throw failure("not a valid number") }
    return value
  }

  /// Reads a number without a fraction or an exponent.
  mutating func integer() throws(JSONSyntaxError) -> Int {
    let start = offset
    let range = try numberRange()
    guard let value = Int(String(decoding: bytes[range], as: UTF8.self)) else {
      offset = start
      throw failure("expected an integer")
    }
    return value
  }

  /// Skips a number and returns the range of its bytes.
  mutating func numberRange() throws(JSONSyntaxError) -> Range<Int> {
    guard try kind() == .number else { throw failure("expected a number") }
    let start = offset
    if peek == UInt8(ascii: "-") { offset += 1 }
    if peek == UInt8(ascii: "0") {
      offset += 1
    } else {
      try digits()
    }
    if peek == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      offset += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    if let peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= peek {
      throw failure("a number has a leading zero")
    }
    return start..<offset
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = offset
    while let peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= peek { offset += 1 }
    guard offset > start else { throw failure("a number is missing a digit") }
  }

  /// The value of a number that is just a few digits, as nearly every one is.
  private func smallInteger(_ range: Range<Int>) -> Int? {
    guard range.count <= 15 else { return nil }
    var value = 0
    for byte in bytes[range] {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
