#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
