import CShortlistTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal, under full control of the program: keys arrive as they are typed, and the
/// alternate screen covers the main one. Restored on every way out (see `CShortlistTerminal.h`).
final class Terminal {
  /// An event from the terminal.
  enum Event: Equatable {
    /// A key, and the time at which it was read.
    case key(Key, ContinuousClock.Instant)
    /// The screen has changed its size or lost its contents.
    case changed
    /// ``wake()`` was called.
    case woken
    case ended
  }

  /// The time to wait for the rest of an escape sequence, in milliseconds.
  private static let escapeTimeout: Int32 = 40

  private var decoder = KeyDecoder()
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// Whether standard input and output are a terminal that can be drawn on.
  static var isUsable: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
      && Environment.value(of: "TERM").map { $0 != "dumb" } ?? false
  }

  /// Takes over the terminal on standard input and output.
  init() throws(SystemError) {
    let error = shortlist_terminal_open(STDIN_FILENO, STDOUT_FILENO)
    guard error == 0 else { throw SystemError(number: error) }
  }

  func close() { shortlist_terminal_close() }

  var size: (columns: Int, rows: Int) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    shortlist_terminal_size(&columns, &rows)
    return (Int(columns), Int(rows))
  }

  /// Waits for events, but no longer than `milliseconds`; then returns none.
  func events(within milliseconds: Int32? = nil) throws(SystemError) -> [Event] {
    let timeout = decoder.isWaiting ? Self.escapeTimeout : -1
    let isShorter = milliseconds.map { timeout < 0 || $0 < timeout } ?? false
    let bits = shortlist_terminal_wait(isShorter ? milliseconds ?? -1 : timeout)
    guard bits >= 0 else { throw SystemError(number: -bits) }
    let now = ContinuousClock.now
    if bits == 0 { return isShorter ? [] : decoder.flush().map { .key($0, now) } }
    var events: [Event] = []
    if bits & Int32(SHORTLIST_TERMINAL_CHANGED) != 0 { events.append(.changed) }
    if bits & Int32(SHORTLIST_TERMINAL_WOKEN) != 0 { events.append(.woken) }
    if bits & Int32(SHORTLIST_TERMINAL_INPUT) != 0 {
      let count = shortlist_terminal_read(&buffer, Int64(buffer.count))
      switch count {
      case 1...: events += decoder.decode(buffer.prefix(Int(count))).map { .key($0, now) }
      case 0: events.append(.ended)
      default:
        let error = SystemError(number: Int32(-count))
        if !error.isInterruption { throw error }
      }
    }
    return events
  }

  /// Makes ``events(within:)`` return. May be called from any thread.
  static func wake() { shortlist_terminal_wake() }

  /// Suspends the program, as Ctrl-Z does in a shell, until it is resumed.
  func suspend() { shortlist_terminal_suspend() }

  func write(_ text: String) throws(SystemError) {
    var text = text
    let error = text.withUTF8 { bytes in
      bytes.baseAddress.map { shortlist_terminal_write($0, Int64(bytes.count)) } ?? 0
    }
    guard error == 0 else { throw SystemError(number: error) }
  }
}
