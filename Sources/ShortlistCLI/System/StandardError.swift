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
