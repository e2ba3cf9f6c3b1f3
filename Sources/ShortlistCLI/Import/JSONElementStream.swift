/// The pieces of a JSON document as they come through a window: single bytes that stand between
/// values, and whole values.
struct JSONElementStream {
  /// A value; its bytes are valid until the stream is asked again.
  enum Element {
    case value(UnsafeBufferPointer<UInt8>)
    case tooLong
    /// The document ended before the value did.
    case ended
  }

  let window: InputWindow
  /// The number of bytes that a value may have.
  let limit: Int
  /// The line that reading has come to, counted from 1.
  private(set) var line = 1
  /// Whether a value went on and on, and reading was given up.
  private(set) var isHopeless = false

  private var pending = 0

  init(window: InputWindow, limit: Int) {
    self.window = window
    self.limit = limit
  }

  /// The next byte that is no white space, without consuming it; `nil` at the end.
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

  /// Passes over bytes.
  mutating func consume(_ count: Int) {
    settle()
    line += ByteSearch.count(
      of: 0x0A, in: UnsafeBufferPointer(rebasing: window.unread.prefix(count)))
    window.consume(count)
  }

  /// Passes over the value that comes next, and gives its bytes.
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

  /// Consumes the value that was given last.
  private mutating func settle() {
    guard pending > 0 else { return }
    let count = pending
    pending = 0
    consume(count)
  }
}

/// Finds where one JSON value ends, in bytes that come piece by piece.
///
/// It looks at brackets and quotation marks only; whether the value is JSON is for ``JSONReader``
/// to say, once it lies there in one piece.
struct JSONElementScanner {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Whether the value can end without a bracket or a quotation mark of its own: a number, a word.
  private var isBare = false

  /// The number of bytes up to the end of the value; `nil` when it goes on after them.
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
