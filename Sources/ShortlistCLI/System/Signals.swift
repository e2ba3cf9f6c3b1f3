#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
