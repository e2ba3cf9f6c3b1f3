#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of a SQLite database that a repository follows.
///
/// Two texts are equal only if their bytes are, as in SQLite; `String` also takes "é" for "e" with an
/// accent.
public enum SourceValue: Sendable {
  /// `NULL`.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob(Data)
}

extension SourceValue: Hashable {
  /// Whether two values have the same type and the same bytes.
  public static func == (left: SourceValue, right: SourceValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Hashes the bytes of the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: break
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension SourceValue {
  var isNull: Bool { self == .null }

  /// The value as text; empty for `NULL`, and bytes are taken for UTF-8.
  var text: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): Int64(exactly: value).map(String.init) ?? String(value)
    case .text(let value): value
    case .blob(let value): String(decoding: value, as: UTF8.self)
    }
  }

  /// The value as a number; `nil` if it is not numeric.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .text(let value): Double(value)
    case .null, .blob: nil
    }
  }
}

// MARK: - SQL literals

extension SourceValue {
  /// The value as SQLite's `quote` writes it.
  var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): value.isFinite ? String(value) : value < 0 ? "-9.0e+999" : "9.0e+999"
    case .text(let value): "'" + value.replacing("'", with: "''") + "'"
    case .blob(let value): "X'" + value.map(Self.hexadecimal).joined() + "'"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// Parses literals that `quote` wrote, separated by commas; `nil` if the text is anything else.
  static func parse(_ literals: String) -> [SourceValue]? {
    var rest = Substring(literals).utf8
    var values: [SourceValue] = []
    repeat {
      if !values.isEmpty { rest.removeFirst() }
      guard let value = parseFirst(of: &rest) else { return nil }
      values.append(value)
    } while rest.first == UInt8(ascii: ",")
    return rest.isEmpty ? values : nil
  }

  private static func parseFirst(of rest: inout Substring.UTF8View) -> SourceValue? {
    switch rest.first {
    case UInt8(ascii: "'"):
      rest.removeFirst()
      var bytes: [UInt8] = []
      while let end = rest.firstIndex(of: UInt8(ascii: "'")) {
        bytes += rest[..<end]
        rest = rest[rest.index(after: end)...]
        guard rest.first == UInt8(ascii: "'") else {
          return .text(String(decoding: bytes, as: UTF8.self))
        }
        bytes.append(rest.removeFirst())
      }
      return nil
    case UInt8(ascii: "X"):
      guard case .text(let digits)? = parseFirst(of: &rest, after: 1) else { return nil }
      var bytes = Data()
      var digit = digits.makeIterator()
      while let high = digit.next() {
        guard let low = digit.next(), let byte = UInt8("\(high)\(low)", radix: 16) else {
          return nil
        }
        bytes.append(byte)
      }
      return .blob(bytes)
    default:
      let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
      let word = String(Substring(rest[..<end]))
      rest = rest[end...]
      if word == "NULL" { return .null }
      return Int64(word).map { .integer($0) } ?? Double(word).map { .real($0) }
    }
  }

  private static func parseFirst(
    of rest: inout Substring.UTF8View, after count: Int
  ) -> SourceValue? {
    rest = rest.dropFirst(count)
    return rest.first == UInt8(ascii: "'") ? parseFirst(of: &rest) : nil
  }
}
