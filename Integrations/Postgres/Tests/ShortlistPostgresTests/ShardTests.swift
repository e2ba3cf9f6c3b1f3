import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistPostgres

@Suite("A list on a coordinator and two shards", .serialized)
struct ShardTests {
  /// Creates a list on three servers, and returns the servers and the address of the coordinator.
  private static func makeServers() throws -> (shards: [PostgresServer], url: String) {
    let shards = try [PostgresServer(), PostgresServer()]
    let url = try PostgresServer.shared.get().makeDatabase()
    try PostgresSchema.create(
      at: url, shards: try shards.map { try $0.makeDatabase() }, partitions: 4)
    return (shards, url)
  }

  @Test("gives the same answers as one server, and as the model")
  func agreement() async throws {
    let (shards, url) = try Self.makeServers()
    defer { for shard in shards { try? shard.kill() } }
    let single = try PostgresServer.shared.get().makeList()
    let sources = [url, single].map { PostgresSource($0, connections: 1) }
    let targets = try [url, single].map { try PostgresTarget($0) }
    var generator = SeededGenerator(seed: Rounds.first + 9_000_000)
    var model = ModelIndex()
    for step in 0..<4 {
      let items = (0..<30).map { _ in generator.serverItem(number: generator.number(0...80)) }
      let removals = generator.some(model.items.map(\.id), 3)
        .filter { id in !items.contains { $0.id == id } }
      model.remove(removals)
      model.upsert(items)
      for target in targets {
        try target.apply(ChangeSet(upserts: items, removals: removals))
      }
      for _ in 0..<Rounds.of(25) {
        let query = generator.serverQuery(of: model)
        for source in sources {
          let comparison = ServerComparison(model: model, source: source, query: query)
          if let difference = try await comparison.difference() {
            Issue.record("Step \(step): \(difference)\n\(query)")
            return
          }
        }
        let answers = try await [sources[0].search(query), sources[1].search(query)]
        #expect(answers[0].hits == answers[1].hits, "\(query)")
      }
    }
  }

  @Test("fails within its time budget while a shard is gone, and works when it is back")
  func lostShard() async throws {
    let (shards, url) = try Self.makeServers()
    defer { for shard in shards { try? shard.kill() } }
    let target = try PostgresTarget(url)
    let items = (0..<40).map {
      Item(id: Item.ID("\($0)"), section: .init("Section \($0 % 10)"), title: "Rome \($0)")
    }
    try target.apply(ChangeSet(upserts: items))
    let source = PostgresSource(url)
    let query = SearchQuery("rome", totals: .exact, timeBudget: .seconds(2))
    #expect(try await source.search(query).total == .exactly(40))
    try shards[1].kill()
    for _ in 0..<2 {
      let start = ContinuousClock.now
      await #expect {
        _ = try await source.search(query)
      } throws: { error in
        (error as? ShortlistError)?.code == .unreachable
      }
      #expect(ContinuousClock.now - start < query.timeBudget + .milliseconds(500))
    }
    try shards[1].start()
    #expect(try await source.search(query).total == .exactly(40))
  }

  @Test("ends within its time budget while a shard hangs")
  func hangingShard() async throws {
    let (shards, url) = try Self.makeServers()
    defer { for shard in shards { try? shard.kill() } }
    try PostgresTarget(url).apply(
      ChangeSet(
        upserts: (0..<40).map {
          Item(id: Item.ID("\($0)"), section: .init("Section \($0 % 10)"), title: "Rome \($0)")
        }))
    let source = PostgresSource(url)
    let query = SearchQuery("rome", totals: .exact, timeBudget: .seconds(1))
    #expect(try await source.search(query).total == .exactly(40))
    try shards[0].signal(SIGSTOP)
    let start = ContinuousClock.now
    do {
      // The coordinator stopped waiting for it.
      #expect(try await source.search(query).notes == [.timeBudgetSpent])
    } catch {
      // The coordinator itself did not answer any more.
      #expect(error.code == .unreachable)
    }
    #expect(ContinuousClock.now - start < query.timeBudget + .milliseconds(500))
    try shards[0].signal(SIGCONT)
    var answer = query
    answer.timeBudget = .seconds(20)
    #expect(try await source.search(answer).total == .exactly(40))
  }
}
