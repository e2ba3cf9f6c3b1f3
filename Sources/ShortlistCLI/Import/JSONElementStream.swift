/// Splits a JSON document, read through a window, into whole values and the single bytes between
/// them.
struct JSONElementStream {
  /// A value. Its bytes are valid until the next call.
  enum Element {
    case value(UnsafeBufferPointer<UInt8>)
    case tooLong
    /// The document ended before the value did.
    case ended
  }

  let window: InputWindow
  /// The maximum size of a value, in bytes.
  let limit: Int
  /// The current line, counted from 1.
  private(set) var line = 1
  /// Whether reading was given up because a value did not end.
  private(set) var isHopeless = false

  private var pending = 0

  init(window: InputWindow, limit: Int) {
    self.window = window
    self.limit = limit
  }

  /// The next byte that is not white space, without consuming it; `nil` at the end.
  mutating func peek() -> UInt8? {
    settle()
    while true {
      let unread = window.unread
      let spaces = unread.firstIndex { !JSONReader.isWhitespace($0) } ?? unread.count
      if spaces > 0 { consume(spaces) }
      if let byte = window.unread.first { return byte }
      guard window.fillOnce() else { return nil }
    }
  }

  mutating func consume(_ count: Int) {
    settle()
    line += ByteSearch.count(
      of: 0x0A, in: UnsafeBufferPointer(rebasing: window.unread.prefix(count)))
    window.consume(count)
  }

  /// Reads the next value and returns its bytes.
  mutating func value() -> Element {
    settle()
    var scanner = JSONElementScanner()
    var scanned = 0
    var skipped = 0
    while true {
      let unread = window.unread
      if let length = scanner.end(in: unread[scanned...]) {
        pending = scanned + length
        return skipped + pending > limit
          ? .tooLong : .value(UnsafeBufferPointer(rebasing: unread[..<pending]))
      }
      scanned = unread.count
      if scanned > limit || skipped > 0 {
        skipped += scanned
        consume(scanned)
        scanned = 0
        isHopeless = skipped > RecordLimit.hopeless
        if isHopeless { return .ended }
      }
      guard window.fillOnce() else {
        pending = scanned
        return .ended
      }
    }
  }

  /// Consumes the last value returned.
  private mutating func settle() {
    guard pending > 0 else { return }
    let count = pending
    pending = 0
    consume(count)
  }
}

/// Finds the end of a JSON value in bytes that arrive piece by piece.
///
/// Looks only at brackets and quotation marks. ``JSONReader`` checks the value once it is complete.
struct JSONElementScanner {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Whether the value is a number or a word, which ends without a bracket or a quotation mark.
  private var isBare = false

  /// The number of bytes up to the end of the value; `nil` if it continues after them.
  mutating func end(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    for (count, byte) in bytes.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return count + 1 }
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        if isBare { return count }
        isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if isBare { return count }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return count }
        depth -= 1
        if depth == 0 { return count + 1 }
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return count }
      default:
        if depth == 0 { isBare = true }
      }
    }
    return nil
  }
}
