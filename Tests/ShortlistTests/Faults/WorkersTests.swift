import Testing

@testable import Shortlist

@Suite("Threads for work that blocks")
struct WorkersTests {
  @Test(
    "do all there is to do, and where the system gives none, the caller's does",
    arguments: [0, 1, 3])
  func everything(threads: Int) async throws {
    let left = Locked(threads)
    let workers = Workers(limit: 3) { work in
      let isLeft = left.withLock { left in
        left -= 1
        return left >= 0
      }
      return isLeft && DetachedThread.start(work)
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          try await workers.run { () throws(ShortlistError) in number }
        }
      }
      let sum = try await group.reduce(0, +)
      #expect(sum == 199 * 100)
    }
  }
}
