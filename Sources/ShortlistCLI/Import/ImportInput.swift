/// A file to import, opened and found to be text.
struct ImportInput {
  /// The name to show.
  let name: String
  let window: InputWindow

  /// Opens a file, `-` being standard input, and passes over a byte order mark.
  init(path: String) throws(CommandFailure) {
    let name = Self.name(of: path)
    do {
      window = try InputWindow(path: path)
    } catch {
      throw CommandFailure("Cannot read \(name): \(error.reason).")
    }
    self.name = name
    try checkEncoding()
  }

  /// Takes what comes through a window.
  init(name: String, window: InputWindow) throws(CommandFailure) {
    self.name = name
    self.window = window
    try checkEncoding()
  }

  /// The name to show for a path.
  static func name(of path: String) -> String {
    path == "-" ? "standard input" : TerminalText.shown(path)
  }

  /// Finds out by the first bytes what is no UTF-8 at all: that would give an error for each line.
  private func checkEncoding() throws(CommandFailure) {
    window.fill(to: 4)
    let start = Array(window.unread.prefix(4))
    let isUTF16 = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
    if isUTF16 || start.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw CommandFailure(
        "\(name) is UTF-16 or UTF-32 text; make it UTF-8 first: iconv -f UTF-16 -t UTF-8.")
    }
    if start.starts(with: [0x1F, 0x8B]) {
      throw CommandFailure("\(name) is compressed; unpack it first: gunzip -c FILE | … import -.")
    }
    if start.prefix(2).contains(0) {
      throw CommandFailure("\(name) is no text: it begins with a zero byte.")
    }
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { window.consume(3) }
  }
}
