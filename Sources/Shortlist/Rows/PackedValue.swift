/// The value of an attribute as the file stores it: a number, or the code of another value in the
/// table `attribute_value`.
///
/// It is a varint, seven bits a byte with the lowest first. The last two bits are 1 for a code, 2
/// for an integer with its sign in the last bit, and 3 for a number in the next eight bytes; 0 alone
/// is no value.
enum PackedValue: Hashable {
  case code(Int64)
  case number(Double)

  /// The valid codes.
  static let codes: ClosedRange<Int64> = 1...Int64(Int32.max) - 1
  /// The largest integer that is stored as one.
  private static let largest = 9_007_199_254_740_992.0

  /// Appends the value, or none.
  static func append(_ value: PackedValue?, to bytes: inout [UInt8]) {
    switch value {
    case nil: bytes.append(0)
    case .code(let code): append(UInt64(code) << 2 | 1, to: &bytes)
    case .number(let number):
      if abs(number) <= largest, let integer = Int64(exactly: number) {
        let zigzag = UInt64(bitPattern: integer << 1 ^ integer >> 63)
        append(zigzag << 2 | 2, to: &bytes)
      } else {
        append(3, to: &bytes)
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
      }
    }
  }

  /// Appends a varint.
  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads packed values one by one.
struct PackedReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  /// Reads a varint; `nil` if it is cut off or too long.
  mutating func number() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  /// Reads a value, which may be none.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for bytes that are none.
  mutating func value() throws(ShortlistError) -> PackedValue? {
    guard let number = number() else { throw Self.damaged }
    switch number & 3 {
    case 0 where number == 0: return nil
    case 1:
      let code = Int64(number >> 2)
      guard PackedValue.codes.contains(code) else { throw Self.damaged }
      return .code(code)
    case 2:
      let zigzag = number >> 2
      return .number(Double(Int64(bitPattern: zigzag >> 1) ^ -Int64(zigzag & 1)))
    case 3 where number == 3 && bytes.count - place >= 8:
      let bits = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      place += 8
      let value = Double(bitPattern: UInt64(littleEndian: bits))
      guard value.isFinite else { throw Self.damaged }
      return .number(value)
    default: throw Self.damaged
    }
  }

  static var damaged: ShortlistError { .damaged("the attributes of an item cannot be read") }
}
