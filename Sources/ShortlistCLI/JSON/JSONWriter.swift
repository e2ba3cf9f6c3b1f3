import Shortlist

/// Writes JSON into a reusable buffer.
///
/// Control characters, line separators and directional marks are escaped even where JSON allows
/// them, because the output may be printed on a terminal.
struct JSONWriter: ~Copyable {
  private var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 1024)
  private var capacity = 1024
  private var count = 0
  /// Whether the next member of an object follows another one.
  private var needsComma = false

  deinit { start.deallocate() }

  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Calls `work` with the bytes written, without copying them.
  func withBytes(_ work: (UnsafeBufferPointer<UInt8>) -> Void) {
    work(UnsafeBufferPointer(start: start, count: count))
  }

  /// Empties the buffer, and keeps its capacity.
  mutating func removeAll() {
    count = 0
    // The memory for an answer of many megabytes must not be held until the end.
    if capacity > 1 << 20 { move(toCapacity: 1024) }
  }

  private mutating func move(toCapacity capacity: Int) {
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    new.update(from: start, count: count)
    start.deallocate()
    start = new
    self.capacity = capacity
  }

  @inline(never)
  private mutating func grow(by room: Int) {
    move(toCapacity: max(2 * capacity, count + room))
  }

  /// Makes room for a number of bytes.
  @inline(__always)
  private mutating func reserve(_ room: Int) {
    if capacity &- count < room { grow(by: room) }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count &+= 1
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  /// Writes text that is already JSON.
  @inline(__always)
  mutating func raw(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes bytes that are already JSON.
  mutating func raw(_ json: [UInt8]) {
    json.withUnsafeBufferPointer { append($0) }
  }

  /// Inserts a member, whose value is JSON, at the beginning of the object that was written.
  mutating func insertMember(_ name: StaticString, _ json: [UInt8]) {
    let object = bytes
    count = 0
    raw("{")
    needsComma = false
    key(name)
    raw(json)
    if object.count > 2 { raw(",") }
    object.withUnsafeBufferPointer { append(UnsafeBufferPointer(rebasing: $0.dropFirst())) }
  }

  /// Writes an object, whose members `write` writes.
  mutating func object(_ write: (inout JSONWriter) -> Void) {
    raw("{")
    needsComma = false
    write(&self)
    raw("}")
    needsComma = true
  }

  /// Writes an array; `write` writes each element.
  mutating func array<Elements: Sequence>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(&self, element)
    }
    raw("]")
  }

  /// Writes the key of a member; its value follows.
  @inline(__always)
  mutating func key(_ name: StaticString) {
    reserve(name.utf8CodeUnitCount &+ 4)
    var end = start + count
    func put(_ byte: Unicode.Scalar) {
      end.pointee = UInt8(ascii: byte)
      end += 1
    }
    if needsComma { put(",") }
    put("\"")
    end.update(from: name.utf8Start, count: name.utf8CodeUnitCount)
    end += name.utf8CodeUnitCount
    put("\"")
    put(":")
    count = end - start
    needsComma = true
  }

  mutating func key(_ field: Field) { key(named: field.rawValue) }

  /// Writes a key that is not known in advance.
  mutating func key(named name: String) {
    if needsComma { append(UInt8(ascii: ",")) }
    string(name)
    append(UInt8(ascii: ":"))
    needsComma = true
  }

  @inline(__always)
  mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  @inline(__always)
  mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    integer(value)
  }

  @inline(__always)
  mutating func member(_ name: StaticString, _ value: Double) {
    key(name)
    number(value)
  }

  mutating func bool(_ value: Bool) {
    raw(value ? "true" : "false")
  }

  mutating func integer(_ value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var length = 1
    var rest = value.magnitude
    while rest > 9 {
      rest /= 10
      length &+= 1
    }
    reserve(length)
    rest = value.magnitude
    // A `description` takes twice as long, and answers are full of ranges.
    for place in stride(from: count &+ length &- 1, through: count, by: -1) {
      start[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count &+= length
  }

  /// Writes a number; `null` if it is infinite or not a number, which JSON cannot express.
  mutating func number(_ value: Double) {
    if let integer = Int(exactly: value), integer.magnitude < 1 << 53 {
      self.integer(integer)
    } else if value.isFinite {
      var text = value.description
      text.withUTF8 { append($0) }
    } else {
      raw("null")
    }
  }

  mutating func range(_ range: Range<Int>) {
    raw("[")
    integer(range.lowerBound)
    raw(",")
    integer(range.upperBound)
    raw("]")
  }

  mutating func string(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { string(utf8: $0) }
    guard isWritten == nil else { return }
    var text = text
    text.withUTF8 { string(utf8: $0) }
  }

  /// Writes a valid JSON value in UTF-8 on one line.
  mutating func json(utf8: UnsafeBufferPointer<UInt8>) {
    var at = 0
    while at < utf8.count {
      if let length = Self.lengthOfHazard(in: utf8, at: at) {
        escape(utf8[at..<at + length])
        at += length
      } else {
        // Other control characters can only be white space between values.
        append(utf8[at] < 0x20 ? 0x20 : utf8[at])
        at += 1
      }
    }
  }

  private mutating func string(utf8: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    let plain = Self.plainLength(of: utf8)
    append(UnsafeBufferPointer(rebasing: utf8[..<plain]))
    if plain < utf8.count { escaped(utf8: UnsafeBufferPointer(rebasing: utf8[plain...])) }
    append(UInt8(ascii: "\""))
  }

  @inline(never)
  private mutating func escaped(utf8: UnsafeBufferPointer<UInt8>) {
    var written = 0
    var at = 0
    while at < utf8.count {
      guard let length = Self.lengthToEscape(in: utf8, at: at) else {
        at += 1
        continue
      }
      append(UnsafeBufferPointer(rebasing: utf8[written..<at]))
      escape(utf8[at..<at + length])
      at += length
      written = at
    }
    append(UnsafeBufferPointer(rebasing: utf8[written...]))
  }

  /// The length of the prefix that needs no escaping, found eight bytes at a time.
  private static func plainLength(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
    let utf8 = UnsafeRawBufferPointer(utf8)
    var at = 0
    while at + 8 <= utf8.count {
      guard isPlain(utf8.loadUnaligned(fromByteOffset: at, as: UInt64.self)) else { return at }
      at += 8
    }
    guard at < utf8.count else { return at }
    var last: UInt64 = 0x2020_2020_2020_2020
    if utf8.count >= 8 {
      last = utf8.loadUnaligned(fromByteOffset: utf8.count - 8, as: UInt64.self)
    } else {
      withUnsafeMutableBytes(of: &last) { $0.copyMemory(from: utf8) }
    }
    return isPlain(last) ? utf8.count : at
  }

  /// Whether none of eight bytes must be escaped or begins a character that may have to be.
  private static func isPlain(_ bytes: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops = ones << 7
    /// Sets the top bit of the lowest byte that equals `byte`; top bits above it may be wrong.
    func equals(_ byte: UInt8) -> UInt64 {
      let difference = bytes ^ ones &* UInt64(byte)
      return (difference &- ones) & ~difference
    }
    let special = equals(UInt8(ascii: "\"")) | equals(UInt8(ascii: "\\")) | equals(0x7F)
    let controls = (bytes &- ones &* 0x20) & ~bytes
    guard (special | controls) & tops == 0 else { return false }
    return bytes & tops == 0 || (equals(0xC2) | equals(0xD8) | equals(0xE2)) & tops == 0
  }

  /// The length of the character at `at` if it must be escaped, otherwise `nil`.
  private static func lengthToEscape(in utf8: UnsafeBufferPointer<UInt8>, at: Int) -> Int? {
    switch utf8[at] {
    case 0x00...0x1F, UInt8(ascii: "\""), UInt8(ascii: "\\"): 1
    default: lengthOfHazard(in: utf8, at: at)
    }
  }

  /// The same for characters that JSON allows and a terminal obeys.
  private static func lengthOfHazard(in utf8: UnsafeBufferPointer<UInt8>, at: Int) -> Int? {
    let length: Int
    switch utf8[at] {
    case 0x7F: return 1
    // The lead bytes of U+0080…00BF, U+0600…063F and U+2000…2FFF, which include all the others. The
    // text has only whole characters.
    case 0xC2, 0xD8: length = 2
    case 0xE2: length = 3
    default: return nil
    }
    var scalar = UInt32(utf8[at] & (length == 2 ? 0x1F : 0x0F))
    for byte in utf8[at + 1..<at + length] { scalar = scalar << 6 | UInt32(byte & 0x3F) }
    return TerminalText.isHazard(scalar) ? length : nil
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
          append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
      }
    }
  }
}

extension Double {
  /// The number in JSON.
  var json: String {
    var writer = JSONWriter()
    writer.number(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
