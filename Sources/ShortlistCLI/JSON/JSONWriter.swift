/// Writes JSON into bytes that are used again and again.
///
/// Control characters, line separators and the marks that turn the direction of text are escaped
/// even where JSON would allow them: answers may be printed on a terminal.
struct JSONWriter {
  /// What was written.
  private(set) var bytes: [UInt8] = []

  /// Forgets what was written, and keeps the room for it.
  mutating func removeAll() {
    // An answer of many megabytes must not be paid for until the end.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
  }

  /// Writes what is JSON already: brackets, commas, keys known to be plain.
  mutating func raw(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes what is JSON already.
  mutating func raw(_ json: some Sequence<UInt8>) {
    bytes.append(contentsOf: json)
  }

  /// Writes a comma, except before the first of several.
  mutating func separate(isFirst: inout Bool) {
    if isFirst {
      isFirst = false
    } else {
      bytes.append(UInt8(ascii: ","))
    }
  }

  /// Writes `true` or `false`.
  mutating func bool(_ value: Bool) {
    raw(value ? "true" : "false")
  }

  /// Writes a whole number.
  mutating func integer(_ value: Int) {
    guard value < 0 || value > 9 else {
      bytes.append(UInt8(ascii: "0") + UInt8(value))
      return
    }
    let start = bytes.count
    var rest = value.magnitude
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes[start...].reverse()
  }

  /// Writes a number; `null` for one that JSON cannot express.
  mutating func number(_ value: Double) {
    if let integer = Int(exactly: value), integer.magnitude < 1 << 53 {
      self.integer(integer)
    } else if value.isFinite {
      bytes.append(contentsOf: value.description.utf8)
    } else {
      raw("null")
    }
  }

  /// Writes two offsets as an array.
  mutating func range(_ range: Range<Int>) {
    raw("[")
    integer(range.lowerBound)
    raw(",")
    integer(range.upperBound)
    raw("]")
  }

  /// Writes a string.
  mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(utf8: $0) }
  }

  /// Writes a value that is valid JSON and UTF-8, on one line.
  mutating func json(utf8: UnsafeBufferPointer<UInt8>) {
    var at = 0
    while at < utf8.count {
      if let length = Self.lengthOfHazard(in: utf8, at: at) {
        escape(utf8[at..<at + length])
        at += length
      } else {
        // Control characters that are no hazard are the white space between the values.
        bytes.append(utf8[at] < 0x20 ? 0x20 : utf8[at])
        at += 1
      }
    }
  }

  private mutating func string(utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var written = 0
    var at = Self.plainLength(of: utf8)
    while at < utf8.count {
      guard let length = Self.lengthToEscape(in: utf8, at: at) else {
        at += 1
        continue
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written..<at]))
      escape(utf8[at..<at + length])
      at += length
      written = at
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written...]))
    bytes.append(UInt8(ascii: "\""))
  }

  /// How many bytes at the beginning, eight by eight, are ASCII that need not be escaped.
  private static func plainLength(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    let utf8 = UnsafeRawBufferPointer(utf8)
    var at = 0
    while at + 8 <= utf8.count {
      let bytes = utf8.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      // In a word without top bits, `- ones` sets the top bit of a byte that is 0, and of no byte
      // below the first of those; so of what is compared, one that is equal is always noticed.
      let quotes = (bytes ^ ones &* UInt64(UInt8(ascii: "\""))) &- ones
      let backslashes = (bytes ^ ones &* UInt64(UInt8(ascii: "\\"))) &- ones
      let controls = bytes &- ones &* 0x20
      let deletes = bytes &+ ones
      guard (bytes | quotes | backslashes | controls | deletes) & tops == 0 else { break }
      at += 8
    }
    return at
  }

  /// How many bytes at `at` form a character that must be escaped; `nil` when it need not be.
  private static func lengthToEscape(in utf8: UnsafeBufferPointer<UInt8>, at: Int) -> Int? {
    switch utf8[at] {
    case 0x00...0x1F, UInt8(ascii: "\""), UInt8(ascii: "\\"): 1
    default: lengthOfHazard(in: utf8, at: at)
    }
  }

  /// The same for characters that JSON allows and a terminal obeys: all of them have two bytes or
  /// more, but DEL.
  private static func lengthOfHazard(in utf8: UnsafeBufferPointer<UInt8>, at: Int) -> Int? {
    switch utf8[at] {
    case 0x7F: 1
    // The lead bytes of U+0080…009F, U+061C and U+2000…206F. The text holds whole characters.
    case 0xC2: utf8[at + 1] < 0xA0 ? 2 : nil
    case 0xD8: utf8[at + 1] == 0x9C ? 2 : nil
    case 0xE2: isTerminalHazard(utf8[at + 1], utf8[at + 2]) ? 3 : nil
    default: nil
    }
  }

  private static func isTerminalHazard(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    case 0x80: 0x8E...0x8F ~= third || 0xA8...0xAE ~= third
    case 0x81: 0xA6...0xA9 ~= third
    default: false
    }
  }

  private mutating func escape(_ character: Slice<UnsafeBufferPointer<UInt8>>) {
    switch character[character.startIndex] {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0x0A: raw("\\n")
    case 0x0D: raw("\\r")
    case 0x09: raw("\\t")
    default:
      // All of them are below U+10000, so one escape is enough.
      for unit in String(decoding: character, as: UTF8.self).utf16 {
        raw("\\u")
        for shift in [12, 8, 4, 0] {
          let digit = UInt8(truncatingIfNeeded: unit >> shift) & 0xF
          bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
      }
    }
  }
}
