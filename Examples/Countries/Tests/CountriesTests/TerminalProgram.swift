#if os(Linux)
  import Foundation
  import Glibc

  /// The program on a pseudo-terminal.
  final class TerminalProgram {
    private let terminal: Int32
    private let process = Process()
    private var bytes: [UInt8] = []

    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    init() throws {
      // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
      terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var number: CInt = 0
      guard terminal >= 0, ioctl(terminal, 0x4004_5431, &number) == 0,
        ioctl(terminal, 0x8004_5430, &number) == 0
      else { throw Failure(description: "There is no pseudo-terminal: \(errno)") }
      let near = FileHandle(
        fileDescriptor: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY), closeOnDealloc: true)
      process.executableURL = CountriesProgram.url
      process.standardInput = near
      process.standardOutput = near
      try process.run()
    }

    deinit {
      if process.isRunning { process.terminate() }
      close(terminal)
    }

    func type(_ text: String) throws {
      bytes = []
      let keys = Array(text.utf8)
      guard write(terminal, keys, keys.count) == keys.count else {
        throw Failure(description: "The terminal does not take keys: \(errno)")
      }
    }

    /// Waits until the last picture has a text.
    func waitFor(_ text: String) throws {
      try wait(for: "“\(text)”") { $0.contains(text) }
    }

    /// Waits until the last picture does not have a text.
    func waitForAbsence(of text: String) throws {
      try wait(for: "the absence of “\(text)”") { !$0.contains(text) }
    }

    func waitForExit() throws -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }

    private func wait(for what: String, _ condition: (String) -> Bool) throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while true {
        let output = String(decoding: bytes, as: UTF8.self)
        // Of a picture that is drawn just now, the end is missing.
        let pictures = output.split(separator: "\u{1B}[H").map(String.init)
        if let last = pictures.last(where: { $0.hasSuffix("\u{1B}[J") }), condition(last) { return }
        guard .now < deadline else {
          throw Failure(description: "Waited in vain for \(what): \(output)")
        }
        try read()
      }
    }

    private func read() throws {
      var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 1_000) > 0 else { return }
      var more = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(terminal, &more, more.count)
      guard count > 0 else { throw Failure(description: "The program has ended.") }
      bytes += more[..<count]
    }
  }
#endif
