import CPseudoTerminal
import Foundation
import ShortlistTestSupport
import Testing

/// The built program in a pseudo-terminal, with a person who types and looks.
final class TerminalProcess {
  /// The time limit for anything: far more than needed, even while many tests run.
  private static let patience = Duration.seconds(20)

  /// The emulated screen.
  private(set) var terminal: TerminalModel
  let process: pid_t
  /// The person's side of the terminal, and the programs' side.
  private let descriptor: Int32
  private let near: Int32
  /// The settings of the terminal before the program started.
  private let settings: termios
  private var hasEnded = false

  /// Starts `shortlist` with some arguments.
  init(
    _ arguments: [String], in home: TemporaryFolder, columns: Int = 60, rows: Int = 16,
    environment: [String: String] = [:]
  ) throws {
    terminal = TerminalModel(columns: columns, rows: rows)
    var near: Int32 = -1
    descriptor = pseudo_terminal_open(Int32(columns), Int32(rows), &near)
    try #require(descriptor >= 0, "\(String(cString: strerror(errno)))")
    self.near = near
    var settings = termios()
    try #require(tcgetattr(near, &settings) == 0)
    self.settings = settings
    var variables = ShortlistBinary(home: home).process([]).environment ?? [:]
    variables["TERM"] = "xterm-256color"
    variables["COLORTERM"] = nil
    // Swift's backtraces take seconds, and nobody needs them for an intended crash.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables["ASAN_OPTIONS", default: ""] += ":handle_segv=0:handle_sigbus=0:handle_sigfpe=0"
    variables.merge(environment) { $1 }
    let words = ([ShortlistBinary.url.path] + arguments).map { strdup($0) } + [nil]
    let pairs = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + pairs).forEach { free($0) } }
    process = pseudo_terminal_start(
      descriptor, ShortlistBinary.url.path, words, pairs, home.path("errors"))
    try #require(process > 0, "\(String(cString: strerror(errno)))")
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(near)
    close(descriptor)
  }

  // MARK: Hands and eyes

  /// Types.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// Reads output until the terminal shows the expected screen.
  func wait(
    until what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ isShown: (TerminalModel) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + Self.patience
    // Ignores a screen whose update is incomplete (mode 2026).
    while terminal.modes.contains(2026) || !isShown(terminal) {
      guard ContinuousClock.now < deadline, read() else {
        Issue.record(
          "Waited for \(what), and saw:\n\(terminal.lines.joined(separator: "\n"))",
          sourceLocation: sourceLocation)
        throw CancellationError()
      }
    }
  }

  /// Reads output until some row equals this line.
  func wait(for line: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try wait(until: "“\(line)”", sourceLocation: sourceLocation) { $0.lines.contains(line) }
  }

  /// Resizes the terminal.
  func resize(columns: Int, rows: Int) {
    terminal.resize(columns: columns, rows: rows)
    #expect(pseudo_terminal_resize(descriptor, Int32(columns), Int32(rows)) == 0)
  }

  /// Waits until the program has ended, and returns its status as from `waitpid`.
  func end() throws -> Int32 {
    var status: Int32 = 0
    let deadline = ContinuousClock.now + Self.patience
    while waitpid(process, &status, WNOHANG) == 0 {
      try #require(ContinuousClock.now < deadline, "The program does not end.")
      _ = read()
    }
    hasEnded = true
    while read() {}
    return status
  }

  /// Whether the terminal is as the program found it, in its settings, modes and style.
  var isRestored: Bool {
    var now = termios()
    guard tcgetattr(near, &now) == 0 else { return false }
    let fresh = TerminalModel(columns: 1, rows: 1)
    return now.c_lflag == settings.c_lflag && now.c_iflag == settings.c_iflag
      && now.c_oflag == settings.c_oflag && terminal.modes == fresh.modes
      && terminal.style.isEmpty && terminal.unknown.isEmpty
  }

  /// Reads available output, waiting briefly for it; `false` at the end of the output.
  private func read() -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 100) > 0 else { return !hasEnded }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return false }
    terminal.feed(bytes.prefix(count))
    return true
  }
}
