import Shortlist
import Testing

@Suite("A repository, asked from tasks")
struct ItemRepositoryTests {
  private struct Visit: Codable, Sendable, Equatable {
    var year: Int
    var with: [String]
  }

  @Test("may keep nothing of the file in memory, but no less", arguments: [0, 1, .max])
  func cacheSize(bytes: Int) async throws {
    let file = try TemporaryDatabase()
    var options = ItemRepository.Options()
    options.cacheSize = bytes
    let repository = try ItemRepository(path: file.path, options: options)
    try await repository.add("Rome", to: "a")
    #expect(try await repository.search(SearchQuery("rom")).hits.count == 1)
    await repository.close()
    await #expect(processExitsWith: .failure) {
      var options = ItemRepository.Options()
      options.cacheSize = -1
      _ = try ItemRepository(path: ":memory:", options: options)
    }
  }

  @Test("gives the same answers after its memory was released, even in the middle of searches")
  func releaseMemory() async throws {
    let file = try TemporaryDatabase()
    for path in [file.path, ":memory:"] {
      let repository = try ItemRepository(path: path)
      try await repository.load(
        (0..<3_000).map {
          Item(section: "a", title: "Silver \($0) \($0 % 7 == 0 ? "Lead" : "Tin")")
        })
      let queries = ["silver", "sil", "silver l", "ilver", "silvre"].map { SearchQuery($0) }
      var expected: [[Hit]] = []
      for query in queries { expected.append(try await repository.search(query).hits) }
      try await withThrowingTaskGroup(of: Void.self) { [expected] group in
        for task in 0..<6 {
          group.addTask {
            for round in 0..<40 {
              let index = (round + task) % queries.count
              let hits = try await repository.search(queries[index]).hits
              #expect(hits == expected[index])
              if task == 0 { repository.releaseMemory() }
              if task == 1 { try await repository.rememberSearch("\(round)") }
            }
          }
        }
        try await group.waitForAll()
      }
      repository.releaseMemory()
      #expect(try await repository.search(queries[0]).hits == expected[0])
      await repository.close()
      repository.releaseMemory()
    }
  }

  @Test("keeps a value of the app beside an item")
  func values() async throws {
    let repository = try ItemRepository(path: ":memory:")
    var item = Item(section: "Visited", title: "India")
    #expect(try item.value(as: Visit.self) == nil)
    try item.setValue(Visit(year: 1999, with: ["Ada"]))
    try await repository.upsert([item])
    let found = try #require(try await repository.search(SearchQuery("ind")).hits.first?.item)
    #expect(try found.value(as: Visit.self) == Visit(year: 1999, with: ["Ada"]))
    #expect {
      try found.value(as: Int.self)
    } throws: {
      ($0 as? ShortlistError)?.code == .invalidValue
    }
  }

  @Test("knows where an item stands, so that it can be moved back there")
  func index() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.upsert(
      (0..<9).map { Item(id: Item.ID("\($0)"), section: $0 < 6 ? "a" : "b", title: "\($0)") })
    // The positions no longer follow the order of the docids.
    try await repository.move(["5", "2"], to: "a", at: 1)
    for section in ["a", "b"] as [ItemSection.ID] {
      for (index, item) in try await repository.items(in: section).enumerated() {
        #expect(try await repository.index(of: item.id) == index)
      }
    }
    #expect(try await repository.index(of: "missing") == nil)
    let before = try await repository.items(in: "a")
    let index = try await repository.index(of: "2")
    try await repository.move(["2"], to: "b")
    try await repository.move(["2"], to: "a", at: index)
    #expect(try await repository.items(in: "a") == before)
  }

  @Test("loads items as they come, and says how far it is")
  func asyncLoad() async throws {
    let repository = try ItemRepository(path: ":memory:")
    let items = AsyncStream<Item> { continuation in
      for number in 0..<12_000 {
        continuation.yield(Item(section: "Numbers", title: "Number \(number)"))
      }
      continuation.finish()
    }
    let done = try await repository.load(items)
    #expect(done.loaded == 12_000)
    let results = try await repository.search(SearchQuery("number", totals: .exact))
    #expect(results.total == .exactly(12_000))
    #expect(try await repository.sections().map(\.count) == [12_000])
  }

  @Test("keeps what was loaded before its source failed")
  func failingLoad() async throws {
    struct Failure: Error {}
    let repository = try ItemRepository(path: ":memory:")
    let items = AsyncThrowingStream<Item, any Error> { continuation in
      for number in 0..<10_000 {
        continuation.yield(Item(section: "Numbers", title: "Number \(number)"))
      }
      continuation.finish(throwing: Failure())
    }
    await #expect {
      try await repository.load(items)
    } throws: {
      ($0 as? ShortlistError)?.code == .input
    }
    #expect(try await repository.sections().map(\.count) == [10_000])
  }

  @Test("changes nothing when a part of a change is wrong")
  func allOrNothing() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.add("Greece", to: "Countries")
    await #expect {
      try await repository.upsert([
        Item(section: "Countries", title: "Rome"),
        Item(section: "Countries", title: "Nowhere", weight: -1),
      ])
    } throws: {
      ($0 as? ShortlistError)?.code == .invalidItem
    }
    await #expect {
      try await repository.move(["Countries/Greece", "unknown"], to: "Elsewhere")
    } throws: {
      ($0 as? ShortlistError)?.code == .unknownItem
    }
    #expect(try await repository.sections().map(\.section.title) == ["Countries"])
    #expect(try await repository.items(in: "Countries").map(\.title) == ["Greece"])
  }

  @Test("answers a hundred tasks while it is written")
  func manyTasks() async throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path)
    try await repository.add("Land 0", to: "Lands")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 1...50 { try await repository.add("Land \(number)", to: "Lands") }
      }
      for _ in 0..<100 {
        group.addTask {
          let results = try await repository.search(SearchQuery("land", totals: .exact))
          // Each answer reflects one moment of the data.
          #expect((1...51).contains(results.total.value))
          #expect(results.hits.count == min(5, results.total.value))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await repository.search(SearchQuery("land")).total == .exactly(51))
    await repository.close()
  }

  @Test("tells a cancelled search from one that found nothing")
  func cancellation() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.add("Greece", to: "Countries")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await repository.search(SearchQuery("gre"))
    }
    let result = await task.result
    #expect {
      try result.get()
    } throws: {
      ($0 as? ShortlistError)?.code == .cancelled
    }
    #expect(try await repository.search(SearchQuery("gre")).hits.count == 1)
  }

  @Test("is over once it is closed")
  func closing() async throws {
    let repository = try ItemRepository(path: ":memory:")
    await repository.close()
    await repository.close()
    await #expect {
      try await repository.search(SearchQuery("gre"))
    } throws: {
      ($0 as? ShortlistError)?.code == .closed
    }
  }

  @Test("gives back what it has within its time")
  func timeBudget() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.load((0..<20_000).map { Item(section: "s", title: "Number \($0)") })
    let query = SearchQuery("n", totals: .exact, timeBudget: .zero)
    let results = try repository.search(query)
    #expect(results.notes.contains(.timeBudgetSpent))
    #expect(!results.total.isExact)
    for query in [
      SearchQuery("n", order: .list, timeBudget: .zero),
      SearchQuery("number", match: .any, timeBudget: .zero),
      SearchQuery("n -7", order: .list, totals: .exact, timeBudget: .zero),
      SearchQuery("nunber", totals: .exact, timeBudget: .zero),
    ] {
      #expect(try repository.search(query).notes.contains(.timeBudgetSpent), "\(query.text)")
    }
    // SQLite checks the time every 1,000 steps of a statement, so each search ends at another
    // point.
    for _ in 0..<200 { _ = try repository.search(query) }
    #expect(try repository.search(SearchQuery("n", totals: .exact)).total == .exactly(20_000))
  }
}
