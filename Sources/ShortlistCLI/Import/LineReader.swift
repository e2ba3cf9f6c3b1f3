/// Splits the bytes of a window into lines, each ended by LF or CR LF (or by CR alone, if the file
/// has no LF), and skips lines that are too long.
struct LineReader {
  /// A line without its end. Its bytes are valid until the next one is read.
  enum Line {
    case text(UnsafeBufferPointer<UInt8>)
    case tooLong
  }

  let window: InputWindow
  /// The maximum size of a line, in bytes.
  let limit: Int
  /// The number of the last line, counted from 1.
  private(set) var number = 0
  /// Whether reading was given up because a line did not end.
  private(set) var isHopeless = false

  static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  private var pending = 0
  /// The byte that ends a line, once it is known.
  private var separator: UInt8?

  /// Reads lines that end with `separator`; if it is `nil`, as the first one does: with LF or CR.
  init(window: InputWindow, limit: Int, separator: UInt8? = nil) {
    self.window = window
    self.limit = limit
    self.separator = separator
  }

  /// Whether another whole line has already been read.
  var hasBufferedLine: Bool {
    guard let separator else { return false }
    return window.unread.dropFirst(pending).contains(separator)
  }

  /// The next line; `nil` at the end.
  mutating func next() -> Line? {
    release()
    var searched = 0
    while true {
      let unread = window.unread
      if let length = lineLength(in: unread, from: searched) {
        number += 1
        pending = length + 1
        return length > limit ? .tooLong : .text(UnsafeBufferPointer(rebasing: unread[..<length]))
      }
      searched = unread.count
      if searched > limit {
        number += 1
        skipLine()
        return .tooLong
      }
      guard window.fillOnce() else { return lastLine() }
    }
  }

  /// Releases the bytes of the last line.
  mutating func release() {
    window.consume(pending)
    pending = 0
  }

  /// The text after the last line end.
  private mutating func lastLine() -> Line? {
    let unread = window.unread
    guard !unread.isEmpty else { return nil }
    number += 1
    pending = unread.count
    return unread.count > limit ? .tooLong : .text(unread)
  }

  private mutating func lineLength(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    // A CR that was read last may be half of a CR LF, so look at it again.
    let start = separator == nil ? max(0, start - 1) : start
    separator = separator ?? Self.separator(in: bytes, from: start)
    guard let separator else { return nil }
    return ByteSearch.firstIndex(of: separator, in: bytes, from: start)
  }

  /// CR if the first line of the file ends with it and no LF follows, otherwise LF; `nil` as long
  /// as that is unknown.
  private static func separator(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> UInt8? {
    let lf = ByteSearch.firstIndex(of: lineFeed, in: bytes, from: start)
    guard let cr = ByteSearch.firstIndex(of: carriageReturn, in: bytes, from: start),
      cr < lf ?? .max, cr + 1 < bytes.count
    else { return lf.map { _ in lineFeed } }
    return bytes[cr + 1] == lineFeed ? lineFeed : carriageReturn
  }

  /// Consumes the rest of a line that is too long, without storing it.
  private mutating func skipLine() {
    var length = 0
    while true {
      let unread = window.unread
      if let rest = lineLength(in: unread, from: 0) {
        pending = rest + 1
        return
      }
      length += unread.count
      let endsWithCR = separator == nil && unread.last == Self.carriageReturn
      window.consume(unread.count - (endsWithCR ? 1 : 0))
      if length > RecordLimit.hopeless {
        isHopeless = true
        return
      }
      guard window.fillOnce() else { return }
    }
  }
}

/// Decoding of bytes that should be UTF-8.
enum UTF8Text {
  /// Returns the text, with U+FFFD for invalid UTF-8, and whether there was any.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> (String, isRepaired: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
    return (String(decoding: bytes, as: UTF8.self), true)
  }
}
