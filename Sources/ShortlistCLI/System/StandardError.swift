#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard error, for everything but results: errors, notes and progress.
enum StandardError {
  /// Whether standard error is a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text immediately. Ignores errors, which are no reason to stop.
  static func write(_ text: String) {
    let output = OutputFile(descriptor: STDERR_FILENO)
    try? output.write(text)
    try? output.flush()
  }

  /// Writes a line immediately.
  static func writeLine(_ text: String) {
    write(text + "\n")
  }
}

/// The environment variables of the process.
enum Environment {
  /// The value of a variable; `nil` if it is unset or empty.
  static func value(of name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
