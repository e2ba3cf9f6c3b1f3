import CShortlistFaults
import Foundation

/// A fork of a test process.
///
/// It costs a hundredth of a new test process. It has none of the other threads, so create it while
/// they are idle and hold no locks: before any repository is used, or when only blocking ones are.
struct Fork {
  private final class Work {
    let body: () throws -> Void
    init(_ body: @escaping () throws -> Void) { self.body = body }
  }

  private let id: pid_t
  private let signal: Int32

  /// Creates a fork, which waits for ``go()`` and then runs `body`.
  init(_ body: @escaping () throws -> Void) {
    let work = Work(body)
    var signal: Int32 = 0
    id = shortlist_begin_fork(
      { context in
        guard let context else { return 1 }
        do {
          try Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body()
        } catch {
          FileHandle.standardError.write(Data("\(error)\n".utf8))
          return 1
        }
        return 0
      }, Unmanaged.passUnretained(work).toOpaque(), &signal)
    self.signal = signal
    withExtendedLifetime(work) {}
  }

  /// Lets the fork start.
  func go() { shortlist_let_fork_go(signal) }

  /// Kills the fork.
  func kill() { _ = Foundation.kill(id, SIGKILL) }

  /// Waits until the fork has ended. Returns the signal that killed it, 0 if it finished its work,
  /// or -1 if its work failed.
  func end() -> Int32 { shortlist_end_of_fork(id) }
}
