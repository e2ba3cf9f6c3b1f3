#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The end of the program.
enum Exit {
  /// Ends the program with a status.
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

/// Why a command could not do what was asked. The program shows the sentence, and exits with 2.
struct CommandFailure: Error, Equatable {
  /// A sentence to show.
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// How the program takes the signals that a write may bring.
enum Signals {
  /// Turns them into errors of the write itself.
  ///
  /// SIGPIPE (`shortlist list | head`) would end the program in the middle of whatever it does;
  /// SIGXFSZ (a limit on the size of files) would kill it where SQLite can report a full disk.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
