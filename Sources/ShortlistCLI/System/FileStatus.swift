#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct FileStatus {
  private let status: stat

  /// Reads the status of a path, following symbolic links.
  init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.status = status
  }

  var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

  /// The size in bytes; `nil` unless it is a regular file.
  var size: Int? { status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil }

  /// Whether a path exists; `false` if it cannot be accessed.
  static func exists(_ path: String) -> Bool {
    (try? FileStatus(path: path)) != nil
  }

  /// Creates a folder and its missing parents, for this user only. Existing ones stay as they are.
  static func makeFolder(_ path: String) throws(SystemError) {
    guard !exists(path) else { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  }
}

struct SystemError: Error {
  let number: Int32

  static var last: SystemError { SystemError(number: errno) }

  /// The system's description, such as "No such file or directory".
  var reason: String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }

  /// Whether a signal interrupted the call, which can then be repeated.
  var isInterruption: Bool { number == EINTR }

  /// Whether there is nothing at a path.
  var isMissingFile: Bool { number == ENOENT || number == ENOTDIR }

  /// Whether the reader of our output is gone.
  var isBrokenPipe: Bool { number == EPIPE }
}

enum Environment {
  /// The value of a variable; `nil` if it is unset or empty.
  static func value(of name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
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
