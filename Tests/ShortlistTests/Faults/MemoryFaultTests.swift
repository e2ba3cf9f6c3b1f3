import CShortlistFaults
import Foundation
import Shortlist
import Testing

/// SQLite's memory belongs to the process, so each of these tests has one to itself.
@Suite("When memory runs out, a repository")
struct MemoryFaultTests {
  /// `SHORTLIST_ROUNDS=1000` tries every allocation.
  @Test("says so, loses nothing, and goes on when there is some again", arguments: [false, true])
  func sweep(forEver: Bool) async {
    await #expect(processExitsWith: .success) { [forEver = forEver as Bool] in
      try #require(shortlist_memory_hook() == SQLITE_OK)
      let total = try Self.calls()
      #expect(total > 1_000)
      let points = min(total, 40 * max(1, Rounds.factor))
      let before = sqlite3_memory_used()
      let hasLeaked = try Leaks.any {
        for point in 0..<points {
          let first = 1 + (point * total / points + Rounds.first) % total
          try Self.run(failing: first, of: total, forEver: forEver)
        }
      }
      #expect(!hasLeaked)
      // Nothing that SQLite, the tokenizers or the ranking functions were given is still in use.
      #expect(sqlite3_memory_used() == before)
    }
  }

  /// Lets one allocation fail, and looks at what becomes of the file.
  private static func run(failing first: Int, of total: Int, forEver: Bool) throws {
    let name = "allocation \(first) of \(total)"
    var life = try FaultyLife()
    shortlist_memory_plan(Int64(first), forEver ? 1 : 0)
    defer { shortlist_memory_plan(0, 0) }
    for step in FaultyLife.Step.allCases {
      do {
        try life.run(step)
      } catch {
        #expect(error.code == .outOfMemory, "\(name), \(step): \(error)")
        shortlist_memory_plan(0, 0)
        do { try life.run(step) } catch {
          Issue.record("\(name), \(step), a second time: \(error.code), \(error)")
          return
        }
      }
    }
    shortlist_memory_plan(0, 0)
    #expect(try life.problems() == [], "\(name)")
  }

  /// How many allocations a life takes.
  private static func calls() throws -> Int {
    var life = try FaultyLife()
    shortlist_memory_plan(0, 0)
    for step in FaultyLife.Step.allCases { try life.run(step) }
    let calls = Int(shortlist_memory_calls())
    // What a look at the file needs for the first time is there from then on.
    #expect(try life.problems() == [])
    return calls
  }
}
