import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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

  @Test("are as few as the jobs that run at the same time")
  func few() async throws {
    let started = Locked(0)
    let workers = Workers(limit: 8) { work in
      started.withLock { $0 += 1 }
      return DetachedThread.start(work)
    }
    for number in 0..<500 {
      #expect(try await workers.run { () throws(ShortlistError) in number } == number)
    }
    #expect(started.withLock { $0 } == 1)
  }

  #if os(Linux)
    @Test("may let others go first, which keep their own priority")
    func lowPriority() async throws {
      @Sendable func priority() -> Int32 { nice(0) }
      let others = Workers(limit: 1)
      let before = try await others.run { () throws(ShortlistError) in priority() }
      let workers = Workers(limit: 1, start: DetachedThread.startWithLowPriority)
      let low = try await workers.run { () throws(ShortlistError) in priority() }
      #expect(low == min(before + 3, 19))
      let after = try await others.run { () throws(ShortlistError) in priority() }
      #expect(after == before)
    }
  #endif

  @Test("run what each must run itself, if they are free")
  func eachFreeThread() {
    let workers = Workers(limit: 3)
    let begun = Condition(0)
    let mayEnd = Condition(false)
    for number in 0..<3 {
      workers.submit {
        begun.withLock { $0 += 1 }
        begun.wait { $0 == 3 ? () : nil }
        if number == 0 { mayEnd.wait { $0 ? () : nil } }
      }
    }
    func free() -> Int {
      let calls = Locked(0)
      workers.runOnFreeThreads { calls.withLock { $0 += 1 } }
      return calls.withLock { $0 }
    }
    while free() < 2 {}
    #expect(free() <= 2)
    mayEnd.withLock { $0 = true }
    while free() < 3 {}
  }

  @Test("do the jobs of one thread in their order")
  func order() async throws {
    let done = Locked<[Int]>([])
    let workers = Workers(limit: 1)
    for number in 0..<500 { workers.submit { done.withLock { $0.append(number) } } }
    try await workers.run { () throws(ShortlistError) in }
    #expect(done.withLock { $0 } == Array(0..<500))
  }
}
