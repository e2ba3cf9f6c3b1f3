import CShortlistFaults
import Foundation
import Testing

@testable import Shortlist

/// SQLite's memory belongs to the process, so each of these tests has one to itself.
@Suite("When memory runs out, a repository")
struct MemoryFaultTests {
  /// `SHORTLIST_ROUNDS=550` tries every allocation of the short scenario, and every seventh of the
  /// whole one.
  @Test(
    "says so, loses nothing, and goes on when there is some again",
    arguments: FaultyLife.Span.allCases, [false, true])
  func sweep(span: FaultyLife.Span, forEver: Bool) async {
    await #expect(processExitsWith: .success) {
      [span = span as FaultyLife.Span, forEver = forEver as Bool] in
      try #require(shortlist_memory_hook() == SQLITE_OK)
      let total = try Self.calls(span)
      #expect(total > 1_000)
      let points = min(total, Rounds.of(40))
      let before = sqlite3_memory_used()
      let hasLeaked = try Leaks.any {
        for point in 0..<points {
          let first = 1 + (point * total / points + Rounds.first) % total
          try Self.run(span, failing: first, of: total, forEver: forEver)
        }
      }
      #expect(!hasLeaked)
      // Everything allocated for SQLite, the tokenizers and the ranking functions has been freed.
      #expect(sqlite3_memory_used() == before)
    }
  }

  /// FTS5 keeps totals that it could not read if SQLite has rolled back the transaction in the
  /// meantime.
  @Test("makes the first change that memory ran out for, wherever it did")
  func firstChange() async {
    await #expect(processExitsWith: .success) {
      try #require(shortlist_memory_hook() == SQLITE_OK)
      let database = try TemporaryDatabase()
      let repository = try ItemRepository(path: database.path).blocking
      try repository.upsert(["Greenland", "Iceland"].map { Item(section: "Islands", title: $0) })
      repository.close()
      let file = try Data(contentsOf: URL(fileURLWithPath: database.path))
      var first: Int64 = 0
      var calls: Int64 = 0
      repeat {
        first += 1
        try file.write(to: URL(fileURLWithPath: database.path))
        let repository = try ItemRepository(path: database.path).blocking
        defer { repository.close() }
        shortlist_memory_plan(first, 0)
        do {
          try repository.remove(["Islands/Iceland"])
        } catch let error as ShortlistError {
          #expect(error.code == .outOfMemory)
          do { try repository.remove(["Islands/Iceland"]) } catch {
            Issue.record("allocation \(first), a second time: \(error)")
          }
        }
        calls = shortlist_memory_calls()
        shortlist_memory_plan(0, 0)
        #expect(try repository.items(in: "Islands").map(\.title) == ["Greenland"])
      } while calls >= first
      #expect(first > 100)
    }
  }

  @Test("forgets the first search that memory ran out for, wherever it did")
  func firstSearch() async {
    await #expect(processExitsWith: .success) {
      try #require(shortlist_memory_hook() == SQLITE_OK)
      let database = try TemporaryDatabase()
      var repository = try ItemRepository(path: database.path).blocking
      let titles = ["Greenland", "Iceland", "Land's End"]
      try repository.upsert(
        titles.map { Item(section: "Places", title: $0, body: "green and cold") })
      repository.close()
      // Queries matched in all fields, inside words, and by spelling correction.
      for query in ["cold green", "reen land", "icelnad"] {
        var before: Int64?
        var first: Int64 = 0
        var calls: Int64 = 0
        repeat {
          repository = try ItemRepository(path: database.path).blocking
          defer { repository.close() }
          shortlist_memory_plan(first, 0)
          do {
            _ = try repository.search(SearchQuery(query))
          } catch let error as ShortlistError {
            #expect(error.code == .outOfMemory, "\(query), allocation \(first): \(error)")
          }
          calls = shortlist_memory_calls()
          shortlist_memory_plan(0, 0)
          #expect(try !repository.search(SearchQuery(query)).hits.isEmpty, "\(query), \(first)")
          repository.close()
          // Nothing failed in the first round.
          before = before ?? sqlite3_memory_used()
          #expect(sqlite3_memory_used() == before, "\(query), allocation \(first)")
          first += 1
        } while calls >= first - 1
        #expect(first > 100)
      }
    }
  }

  @Test("keeps a batch of many items that memory ran out for as a whole, or not at all")
  func manyItems() async {
    await #expect(processExitsWith: .success) {
      try #require(shortlist_memory_hook() == SQLITE_OK)
      let items = (0..<1_200).map {
        Item(section: "Numbers", title: "Number \($0)", body: "comes after \($0 - 1)")
      }
      var before: Int64?
      var total = 0
      let points = Rounds.of(60)
      for point in 0...points {
        let repository = try ItemRepository(path: ":memory:").blocking
        try repository.upsert([Item(section: "Numbers", title: "None")])
        shortlist_memory_plan(Int64(point * total / points), 0)
        do {
          try repository.upsertInTurns(LoadItems(items))
        } catch let error as ShortlistError {
          #expect(error.code == .outOfMemory, "point \(point): \(error)")
          // All or nothing: memory may also run out during the commit.
          let count = try repository.items(in: "Numbers").count
          #expect(count == 1 || count == 1_201, "point \(point)")
        }
        total = max(total, Int(shortlist_memory_calls()))
        shortlist_memory_plan(0, 0)
        try repository.upsertInTurns(LoadItems(items))
        #expect(try repository.check().findings == [], "point \(point)")
        #expect(try repository.items(in: "Numbers").count == 1_201, "point \(point)")
        repository.close()
        // Nothing failed in the first round.
        before = before ?? sqlite3_memory_used()
        #expect(sqlite3_memory_used() == before, "point \(point)")
      }
      #expect(total > 1_000)
    }
  }

  /// Makes one allocation fail, and checks the file afterwards.
  private static func run(
    _ span: FaultyLife.Span, failing first: Int, of total: Int, forEver: Bool
  ) throws {
    let name = "\(span) life, allocation \(first) of \(total)"
    var life = try FaultyLife(span)
    shortlist_memory_plan(Int64(first), forEver ? 1 : 0)
    defer { shortlist_memory_plan(0, 0) }
    for step in life.steps {
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

  /// Returns the number of allocations in a life.
  private static func calls(_ span: FaultyLife.Span) throws -> Int {
    var life = try FaultyLife(span)
    shortlist_memory_plan(0, 0)
    for step in life.steps { try life.run(step) }
    let calls = Int(shortlist_memory_calls())
    // This also allocates what the first check of a file needs once.
    #expect(try life.problems() == [])
    return calls
  }
}
