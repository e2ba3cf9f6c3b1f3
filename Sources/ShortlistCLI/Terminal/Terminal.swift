import CShortlistTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal that the program was started in, taken over as a whole: keys come as they are typed,
/// and a second screen covers the first. Given back on every way out (see `CShortlistTerminal.h`).
final class Terminal {
  /// What happened.
  enum Event: Equatable {
    /// A key, and when it was read.
    case key(Key, ContinuousClock.Instant)
    /// The screen has another size, or has lost what was on it.
    case changed
    /// Somebody called ``wake()``.
    case woken
    /// No more keys will come.
    case ended
  }

  /// How long an escape character waits for the rest of a sequence, in milliseconds.
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

  /// Gives the terminal back.
  func close() { shortlist_terminal_close() }

  /// The size of the screen, in cells.
  var size: (columns: Int, rows: Int) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    shortlist_terminal_size(&columns, &rows)
    return (Int(columns), Int(rows))
  }

  /// Waits until something happens; or at most `milliseconds`, and then gives nothing.
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

  /// Lets ``events()`` return; from any thread.
  static func wake() { shortlist_terminal_wake() }

  /// Stops the program, as Ctrl-Z does in a shell, until it is to go on.
  func suspend() { shortlist_terminal_suspend() }

  /// Writes text at once.
  func write(_ text: String) throws(SystemError) {
    var text = text
    let error = text.withUTF8 { bytes in
      bytes.baseAddress.map { shortlist_terminal_write($0, Int64(bytes.count)) } ?? 0
    }
    guard error == 0 else { throw SystemError(number: error) }
  }
}
