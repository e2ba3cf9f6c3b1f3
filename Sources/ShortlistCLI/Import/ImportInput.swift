/// An open file to import, checked to be text.
struct ImportInput {
  let name: String
  let window: InputWindow

  /// Opens a file (`-` is standard input) and skips a byte order mark.
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

  init(name: String, window: InputWindow) throws(CommandFailure) {
    self.name = name
    self.window = window
    try checkEncoding()
  }

  static func name(of path: String) -> String {
    path == "-" ? "standard input" : TerminalText.shown(path)
  }

  /// Rejects input that by its first bytes is not UTF-8, and would give an error for each line.
  private func checkEncoding() throws(CommandFailure) {
    window.fill(to: 16)
    let start = Array(window.unread.prefix(4))
    if let encoding = Self.wideEncoding(of: start) {
      throw CommandFailure(
        "\(name) is \(encoding) text; convert it to UTF-8 first: iconv -f \(encoding) -t UTF-8.")
    }
    if start.starts(with: [0x1F, 0x8B]) {
      throw CommandFailure(
        "\(name) is compressed; decompress it first: gunzip -c FILE | … import -.")
    }
    if window.unread.starts(with: "SQLite format 3\0".utf8) {
      throw CommandFailure(
        "\(name) is a database; to copy the items of a list, use "
          + "shortlist export --database FILE | shortlist import -.")
    }
    if start.prefix(2).contains(0) {
      throw CommandFailure("\(name) is not text: it begins with a zero byte.")
    }
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { window.consume(3) }
  }

  /// Detects UTF-16 and UTF-32: by the byte order mark, or by the positions of the zeros in the
  /// first letters.
  private static func wideEncoding(of start: [UInt8]) -> String? {
    switch (start, start.map { $0 == 0 }) {
    case ([0xFF, 0xFE, 0, 0], _), (_, [false, true, true, true]): "UTF-32LE"
    case ([0, 0, 0xFE, 0xFF], _), (_, [true, true, true, false]): "UTF-32BE"
    case (_, [false, true, false, true]): "UTF-16LE"
    case (_, [true, false, true, false]): "UTF-16BE"
    case _ where start.starts(with: [0xFF, 0xFE]): "UTF-16LE"
    case _ where start.starts(with: [0xFE, 0xFF]): "UTF-16BE"
    default: nil
    }
  }
}
