/// Decodes the bytes that a terminal sends into keys.
///
/// Bytes may arrive in pieces of any size. An escape character is a key of its own or begins a
/// sequence. Only time tells, so the caller calls ``flush()`` when nothing has followed for a short
/// while.
struct KeyDecoder {
  /// The maximum length of a paste, in bytes: far longer than any query.
  static let pasteLimit = 1 << 16
  /// The maximum length of a sequence. No terminal sends longer ones for keys.
  private static let sequenceLimit = 32

  private var bytes: [UInt8] = []
  /// The text pasted so far, during a paste.
  private var pasted: [UInt8]?

  /// Whether the last bytes may be incomplete. If nothing follows, call ``flush()``.
  var isWaiting: Bool { !bytes.isEmpty && pasted == nil }

  /// Decodes bytes and returns the keys that are complete.
  mutating func decode(_ input: some Sequence<UInt8>) -> [Key] {
    bytes.append(contentsOf: input)
    var keys: [Key] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.count
      if pasted == nil { decodeKey(&rest, &keys) } else { decodePaste(&rest, &keys) }
      if rest.count == count { break }
    }
    bytes = Array(rest)
    return keys
  }

  /// Ends an incomplete sequence, because nothing follows.
  mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    defer { bytes = [] }
    // A truncated character cannot be decoded, and half a sequence is not a key.
    return bytes == [0x1B] ? [.escape] : []
  }

  /// Removes one key from the front, or nothing if it is incomplete.
  private mutating func decodeKey(_ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    guard let first = rest.first else { return }
    switch first {
    case 0x1B: decodeEscape(&rest, &keys)
    case 0x0D: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x00..<0x20:
      // The letter that gives this control character when pressed with Ctrl.
      let letter = Character(Unicode.Scalar(first | 0x60))
      if letter.isLetter { keys.append(.control(letter)) }
    default:
      decodeCharacter(&rest, &keys)
      return
    }
    if first != 0x1B { rest.removeFirst() }
  }

  private mutating func decodeCharacter(_ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    let length =
      switch rest[rest.startIndex] {
      case 0xF0...0xF4: 4
      case 0xE0...0xEF: 3
      case 0xC2...0xDF: 2
      default: 1
      }
    let bytes = rest.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
    // Incomplete: the rest may still arrive.
    if bytes.count < length - 1, bytes.endIndex == rest.endIndex { return }
    let text = String(decoding: rest.prefix(bytes.count + 1), as: UTF8.self)
    rest = rest.dropFirst(bytes.count + 1)
    // C1 control characters, which no keyboard sends.
    guard let scalar = text.unicodeScalars.first, !(0x80...0x9F).contains(scalar.value) else {
      return
    }
    keys.append(.text(text))
  }

  private mutating func decodeEscape(_ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    let sequence = rest.dropFirst()
    switch sequence.first {
    case nil: return
    case UInt8(ascii: "["):
      let body = sequence.dropFirst().prefix(Self.sequenceLimit)
      guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
        if body.count == Self.sequenceLimit { rest = rest[body.endIndex...] }
        return
      }
      // Drop a sequence that another one interrupts.
      guard body[end] >= 0x40 else {
        rest = rest[end...]
        return
      }
      rest = rest[(end + 1)...]
      if body[end] == UInt8(ascii: "~"), body[..<end].elementsEqual("200".utf8) {
        pasted = []
      } else if body.first == UInt8(ascii: "<") {
        if let key = Self.mouse(body[..<end].dropFirst(), final: body[end]) { keys.append(key) }
      } else if let key = Self.key(parameters: body[..<end], final: body[end]) {
        keys.append(key)
      }
    case UInt8(ascii: "O"):
      guard let final = sequence.dropFirst().first else { return }
      rest = sequence.dropFirst(2)
      if let key = Self.key(parameters: [], final: final) { keys.append(key) }
    case 0x7F, 0x08:
      // Alt-Backspace deletes a word, as Ctrl-W does.
      rest = sequence.dropFirst()
      keys.append(.control("w"))
    default:
      rest = sequence
      keys.append(.escape)
    }
  }

  /// The key of a sequence; modifiers (`1;5A`) are ignored.
  private static func key(parameters: ArraySlice<UInt8>, final: UInt8) -> Key? {
    guard final == UInt8(ascii: "~") else { return keys[final] }
    let number = parameters.prefix { $0 != UInt8(ascii: ";") }
    return numberedKeys[String(decoding: number, as: UTF8.self)]
  }

  private static let keys: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "M"): .enter, UInt8(ascii: "Z"): .backTab,
  ]

  private static let numberedKeys: [String: Key] = [
    "1": .home, "7": .home, "4": .end, "8": .end, "3": .delete, "5": .pageUp, "6": .pageDown,
  ]

  /// The mouse event of a sequence in mode 1006: button, column and row, counted from 1. Releases,
  /// other buttons and modifier keys are ignored.
  private static func mouse(_ parameters: ArraySlice<UInt8>, final: UInt8) -> Key? {
    let numbers = parameters.split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    guard final == UInt8(ascii: "M"), numbers.count == 3, numbers.allSatisfy({ (0...65536) ~= $0 }),
      numbers[1] > 0, numbers[2] > 0
    else { return nil }
    let (column, row) = (numbers[1] - 1, numbers[2] - 1)
    // 4, 8 and 16 are Shift, Alt and Ctrl.
    switch numbers[0] & ~0b1_1100 {
    case 0: return .click(column: column, row: row)
    case 64: return .wheel(-1, column: column, row: row)
    case 65: return .wheel(1, column: column, row: row)
    default: return nil
    }
  }

  private mutating func decodePaste(_ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    let end = Array("\u{1B}[201~".utf8)
    guard var text = pasted else { return }
    while !rest.isEmpty, !rest.starts(with: end) {
      // A possible beginning of the end marker waits for the rest of it.
      if rest.count < end.count, end.starts(with: rest) { break }
      let byte = rest.removeFirst()
      if text.count < Self.pasteLimit { text.append(byte) }
    }
    pasted = text
    guard rest.starts(with: end) else { return }
    rest = rest.dropFirst(end.count)
    pasted = nil
    keys.append(.paste(Self.line(String(decoding: text, as: UTF8.self))))
  }

  /// Joins pasted text into one line.
  private static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        line.append(" ")
      } else if scalar.properties.generalCategory != .control {
        line.append(scalar)
      }
    }
    return String(line)
  }
}

/// Input from the keyboard or the mouse.
enum Key: Hashable {
  /// A character, or a part of one.
  case text(String)
  /// Pasted text: on one line, without control characters.
  case paste(String)
  /// A letter with Ctrl, in lower case.
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  /// A press of the left mouse button on a cell, counted from 0.
  case click(column: Int, row: Int)
  /// One notch of the mouse wheel over a cell, down (1) or up (-1).
  case wheel(Int, column: Int, row: Int)
  case enter, escape, tab, backTab, backspace, delete

  /// The number of rows by which the key moves in a list; `nil` if it does something else.
  func distance(page: Int, in count: Int) -> Int? {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -page
    case .pageDown: page
    case .home: -count
    case .end: count
    default: nil
    }
  }
}
