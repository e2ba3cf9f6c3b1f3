import Foundation

/// A parameter of a statement, as PostgreSQL reads it.
struct PostgresValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// The text of the value; `nil` for NULL.
  let text: String?

  static let null = PostgresValue(text: nil)

  private init(text: String?) { self.text = text }

  init(stringLiteral text: String) { self.text = text }

  init(integerLiteral number: Int) { text = String(number) }

  init(_ text: String) { self.text = text.withoutNulls }

  init(_ number: some BinaryInteger) { text = String(number) }

  init(_ numbers: [some BinaryInteger]) {
    text = "{\(numbers.map { String($0) }.joined(separator: ","))}"
  }

  init(_ texts: [String]) { text = Self.array(texts) }

  init(_ data: Data) { text = Self.hexadecimal(data) }

  /// Returns an array of texts as PostgreSQL writes it.
  static func array(_ texts: [String]) -> String {
    var array = "{"
    for (offset, text) in texts.enumerated() {
      if offset > 0 { array += "," }
      array += "\""
      for scalar in text.withoutNulls.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { array += "\\" }
        array.unicodeScalars.append(scalar)
      }
      array += "\""
    }
    return array + "}"
  }

  /// Returns the texts of an array; NULL elements are empty.
  static func texts(ofArray bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    var texts: [String] = []
    var element: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    var hasElement = false
    for byte in bytes.dropFirst().dropLast() {
      if isEscaped {
        element.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        hasElement = true
      } else if byte == UInt8(ascii: ","), !isQuoted {
        texts.append(String(decoding: element, as: UTF8.self))
        element.removeAll(keepingCapacity: true)
        hasElement = true
      } else {
        element.append(byte)
        hasElement = true
      }
    }
    if hasElement { texts.append(String(decoding: element, as: UTF8.self)) }
    return texts
  }

  /// Returns bytes as PostgreSQL writes them.
  static func hexadecimal(_ data: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = Array("\\x".utf8)
    text.reserveCapacity(2 + 2 * data.count)
    for byte in data {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of such a text.
  static func data(ofHexadecimal text: UnsafeBufferPointer<UInt8>) -> Data {
    func value(_ digit: UInt8) -> UInt8 {
      digit <= UInt8(ascii: "9") ? digit &- UInt8(ascii: "0") : digit &- UInt8(ascii: "a") &+ 10
    }
    var data = Data(capacity: text.count / 2)
    for index in stride(from: 2, to: text.count - 1, by: 2) {
      data.append(value(text[index]) << 4 | value(text[index + 1]))
    }
    return data
  }
}

extension String {
  /// The text with U+FFFD in place of U+0000, which no text in PostgreSQL can hold.
  var withoutNulls: String {
    utf8.contains(0)
      ? String(
        String.UnicodeScalarView(unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 })) : self
  }
}
