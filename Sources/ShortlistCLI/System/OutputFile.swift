#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A buffered writer to a file descriptor.
final class OutputFile {
  static func standardOutput() -> OutputFile { OutputFile(descriptor: STDOUT_FILENO) }

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Large enough that the cost of system calls does not matter.
  private let bufferSize = 1 << 16

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether the output goes to a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  func write(_ text: String) throws(SystemError) { try write(text.utf8) }

  func writeLine(_ text: String = "") throws(SystemError) {
    try write(text)
    try write("\n")
  }

  func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= bufferSize { try flush() }
  }

  func write(_ json: borrowing JSONWriter) throws(SystemError) {
    json.withBytes { buffer.append(contentsOf: $0) }
    if buffer.count >= bufferSize { try flush() }
  }

  /// Writes JSON on a line of its own.
  func writeLine(json write: (inout JSONWriter) -> Void) throws(SystemError) {
    var writer = JSONWriter()
    write(&writer)
    try self.write(writer)
    try writeLine()
  }

  func flush() throws(SystemError) {
    defer { buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * bufferSize) }
    if let error = buffer.withUnsafeBytes({ writeAll($0, to: descriptor) }) { throw error }
  }
}

/// Writes all of the bytes; returns the error if that fails.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> SystemError? {
  var rest = bytes[...]
  while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
    let written = write(descriptor, start, rest.count)
    if written >= 0 {
      rest = rest.dropFirst(written)
    } else if !SystemError.last.isInterruption {
      return .last
    }
  }
  return nil
}

/// Standard error, for everything but results: errors, notes and progress.
enum StandardError {
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text immediately. Ignores errors, which are no reason to stop.
  static func write(_ text: String) {
    let output = OutputFile(descriptor: STDERR_FILENO)
    try? output.write(text)
    try? output.flush()
  }

  static func writeLine(_ text: String) {
    write(text + "\n")
  }
}
