import CShortlistFaults
import Foundation

/// A fork of a process of the tests.
///
/// It costs a hundredth of what a new process of the tests takes. It has none of the other threads, so
/// it must be made while those do nothing and hold no locks: before any repository is used, or where
/// only blocking ones are.
struct Fork {
  private final class Work {
    let body: () throws -> Void
    init(_ body: @escaping () throws -> Void) { self.body = body }
  }

  private let id: pid_t
  private let signal: Int32

  /// Makes a fork, which waits until it may begin with `body`.
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

  /// Lets it begin.
  func go() { shortlist_let_fork_go(signal) }

  /// Kills it.
  func kill() { _ = Foundation.kill(id, SIGKILL) }

  /// Waits until it has ended; gives the signal that has killed it, 0 when it has done its work, or -1
  /// when that has failed.
  func end() -> Int32 { shortlist_end_of_fork(id) }
}
