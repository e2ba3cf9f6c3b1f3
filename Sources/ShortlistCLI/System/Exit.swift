#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The platform's `exit` function.
enum Exit {
  /// Exits with a status.
  static func exit(with status: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(status)
    #elseif canImport(Musl)
      Musl.exit(status)
    #else
      Darwin.exit(status)
    #endif
  }
}

/// An error that stops a command. The program prints the message and exits with 2.
struct CommandFailure: Error, Equatable {
  /// A sentence to show.
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// Handling of the signals that a write can raise.
enum Signals {
  /// Ignores the signals, so that the write itself fails.
  ///
  /// SIGPIPE (`shortlist list | head`) would end the program in the middle of its work. SIGXFSZ (a
  /// limit on file sizes) would kill it where SQLite can report a full disk.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
