/// Splits what comes through a window into lines, each ended by LF or CR LF (or by CR alone, where
/// the file has no LF), and passes over lines that are too long.
struct LineReader {
  /// A line without its end; its bytes are valid until the next one is asked for.
  enum Line {
    case text(UnsafeBufferPointer<UInt8>)
    case tooLong
  }

  let window: InputWindow
  /// The number of bytes that a line may have.
  let limit: Int
  /// The number of the last line, counted from 1.
  private(set) var number = 0
  /// Whether a line went on and on, and reading was given up.
  private(set) var isHopeless = false

  static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  private var pending = 0
  /// What ends a line, as soon as that is known.
  private var separator: UInt8?

  /// Reads lines that end with `separator`, or else as the first one does: with LF, or with CR.
  init(window: InputWindow, limit: Int, separator: UInt8? = nil) {
    self.window = window
    self.limit = limit
    self.separator = separator
  }

  /// Whether another whole line was read already.
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

  /// Gives up the bytes of the last line.
  mutating func release() {
    window.consume(pending)
    pending = 0
  }

  /// What stands behind the last line end.
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
    // A CR that was read last may have been half of a CR LF: it is looked at again.
    let start = separator == nil ? max(0, start - 1) : start
    separator = separator ?? Self.separator(in: bytes, from: start)
    guard let separator else { return nil }
    return ByteSearch.firstIndex(of: separator, in: bytes, from: start)
  }

  /// CR, if the first line of the file ends with it and no LF follows, else LF; `nil` while that is
  /// not known.
  private static func separator(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> UInt8? {
    let lf = ByteSearch.firstIndex(of: lineFeed, in: bytes, from: start)
    guard let cr = ByteSearch.firstIndex(of: carriageReturn, in: bytes, from: start),
      cr < lf ?? .max, cr + 1 < bytes.count
    else { return lf.map { _ in lineFeed } }
    return bytes[cr + 1] == lineFeed ? lineFeed : carriageReturn
  }

  /// Consumes the rest of a line that is too long, keeping none of it.
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

/// Text made from bytes that ought to be UTF-8.
enum UTF8Text {
  /// The text, with U+FFFD for what is not UTF-8, and whether there was any such thing.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> (String, isRepaired: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
    return (String(decoding: bytes, as: UTF8.self), true)
  }
}
