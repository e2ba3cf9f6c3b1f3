import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal that passes on each key as it is pressed.
struct Terminal {
  /// A key.
  enum Key: Equatable {
    case text(Character)
    case control(Character)
    case enter, backspace, escape, up, down
  }

  private let settings: termios

  /// Takes over the terminal; `nil` if standard input or output is not a terminal.
  init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    self.settings = settings
    cfmakeraw(&settings)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    Self.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Puts everything back as it was.
  func restore() {
    Self.write("\u{1B}[?25h\u{1B}[?1049l")
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
  }

  /// The number of lines that fit.
  var height: Int {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0
      ? Int(size.ws_row) : 24
  }

  /// Shows these lines.
  func show(_ lines: [String]) {
    let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    Self.write("\u{1B}[H" + text + "\u{1B}[J")
  }

  /// Calls `handle` for each key, on a thread of its own, until the input ends.
  func readKeys(_ handle: @escaping @Sendable (Key?) -> Void) {
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 1_024)
      while true {
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { break }
        Self.keys(in: String(decoding: bytes[..<count], as: UTF8.self)).forEach(handle)
      }
      handle(nil)
    }
  }

  private static func keys(in text: String) -> [Key] {
    var keys: [Key] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}" where rest.hasPrefix("[") || rest.hasPrefix("O"):
        rest.removeFirst()
        let final = rest.popFirst()
        if final == "A" { keys.append(.up) } else if final == "B" { keys.append(.down) }
      case "\u{1B}": keys.append(.escape)
      case "\r", "\n", "\r\n": keys.append(.enter)
      case "\u{7F}", "\u{8}": keys.append(.backspace)
      case "\u{1}"..."\u{1A}":
        if let code = character.asciiValue {
          keys.append(.control(Character(UnicodeScalar(code + 96))))
        }
      default: keys.append(.text(character))
      }
    }
    return keys
  }

  private static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
