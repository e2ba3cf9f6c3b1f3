#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where everything goes that is not an answer: errors, notes, progress.
enum StandardError {
  /// Whether somebody looks on.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text at once. A standard error that cannot be written to is no reason to stop.
  static func write(_ text: String) {
    let output = OutputFile(descriptor: STDERR_FILENO)
    try? output.write(text)
    try? output.flush()
  }

  /// Writes a line at once.
  static func writeLine(_ text: String) {
    write(text + "\n")
  }
}

/// The variables that the program was started with.
enum Environment {
  /// The value of a variable; `nil` when it is not set or empty, which mean the same to us.
  static func value(of name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
