#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What stands at a path, or behind a descriptor.
struct FileStatus {
  private let status: stat

  /// Looks at a path, through symbolic links.
  init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.status = status
  }

  /// Whether it is a folder.
  var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

  /// The size in bytes; `nil` for what has none: a pipe, a device.
  var size: Int? { status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil }

  /// Whether anything stands at a path; a path that cannot be looked at counts as nothing.
  static func exists(_ path: String) -> Bool {
    (try? FileStatus(path: path)) != nil
  }

  /// Makes a folder and those above it, for this user alone; what is there already stays.
  static func makeFolder(_ path: String) throws(SystemError) {
    guard !exists(path) else { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  }
}

/// What the system said about a call that failed.
struct SystemError: Error {
  /// The error number, as in `errno`.
  let number: Int32

  /// The error of the call that has just failed.
  static var last: SystemError { SystemError(number: errno) }

  /// The system's words for it, such as "No such file or directory".
  var reason: String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }

  /// Whether a signal broke into the call, which may simply be made again.
  var isInterruption: Bool { number == EINTR }

  /// Whether the reader of our output is gone.
  var isBrokenPipe: Bool { number == EPIPE }
}
