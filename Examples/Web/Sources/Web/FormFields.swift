/// The fields of a form in the query of an address, `application/x-www-form-urlencoded`. Any query
/// can be read; invalid UTF-8 is repaired.
struct FormFields {
  private var values: [String: String] = [:]

  /// Reads the fields. If a name occurs twice, the first one counts.
  init(query: String) {
    for field in query.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = field.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.decoded(parts[0])
      if values[name] == nil { values[name] = parts.count > 1 ? Self.decoded(parts[1]) : "" }
    }
  }

  /// The value of a field; `nil` if the form has no such field, or if it is empty.
  subscript(name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes fields as a query, without those that are `nil`.
  static func query(_ fields: KeyValuePairs<String, String?>) -> String {
    fields.compactMap { name, value in value.map { "\(name)=\(encoded($0))" } }
      .joined(separator: "&")
  }

  private static func decoded(_ text: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"):
        bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        if digits.count == 2 {
          bytes.append(UInt8(digits[0] << 4 | digits[1]))
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      default:
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func encoded(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": result.unicodeScalars.append(scalar)
      case " ": result += "+"
      default: result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
