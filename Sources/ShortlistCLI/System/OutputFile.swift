#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A buffered writer to a file descriptor.
final class OutputFile {
  /// Standard output.
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

  /// The number of bytes in the buffer.
  var waiting: Int { buffer.count }

  /// Writes text.
  func write(_ text: String) throws(SystemError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= bufferSize { try flush() }
  }

  /// Writes text and ends the line.
  func writeLine(_ text: String = "") throws(SystemError) {
    try write(text)
    try write("\n")
  }

  /// Writes bytes.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= bufferSize { try flush() }
  }

  /// Writes JSON.
  func write(_ json: borrowing JSONWriter) throws(SystemError) {
    json.withBytes { buffer.append(contentsOf: $0) }
    if buffer.count >= bufferSize { try flush() }
  }

  /// Writes out the buffer.
  func flush() throws(SystemError) {
    defer { buffer.removeAll(keepingCapacity: buffer.capacity <= 4 * bufferSize) }
    let result = buffer.withUnsafeBytes { Self.write($0, to: descriptor) }
    if let result { throw result }
  }

  /// Writes all of the bytes; returns the error if that fails.
  private static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
  ) -> SystemError? {
    var rest = bytes[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      #if canImport(Glibc)
        let written = Glibc.write(descriptor, start, rest.count)
      #elseif canImport(Musl)
        let written = Musl.write(descriptor, start, rest.count)
      #else
        let written = Darwin.write(descriptor, start, rest.count)
      #endif
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else {
        let error = SystemError.last
        if !error.isInterruption { return error }
      }
    }
    return nil
  }
}
