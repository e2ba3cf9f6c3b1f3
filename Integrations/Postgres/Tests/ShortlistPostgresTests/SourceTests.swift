import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistPostgres

@Suite("A source on PostgreSQL", .serialized)
struct SourceTests {
  /// Creates a list with some items.
  private static func makeList(items count: Int) throws -> String {
    let url = try PostgresServer.shared.get().makeList()
    let items = (0..<count).map {
      Item(id: Item.ID("\($0)"), section: .init("Section \($0 % 5)"), title: "Rome \($0)")
    }
    try PostgresTarget(url).apply(ChangeSet(upserts: items))
    return url
  }

  @Test("answers several searches at the same time, with fewer connections")
  func pool() async throws {
    let source = PostgresSource(try Self.makeList(items: 100), connections: 2)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask { try await source.search(SearchQuery("rome \(number) ")).hits.count }
      }
      for try await count in group { #expect(count > 0) }
    }
    await source.close()
    await #expect { _ = try await source.search("rome") } throws: { error in
      (error as? ShortlistError)?.code == .closed
    }
  }

  @Test("stops a search when its task is cancelled, and goes on searching")
  func cancellation() async throws {
    let url = try Self.makeList(items: 100)
    let source = PostgresSource(url, connections: 1)
    _ = try await source.sections()
    // Another transaction keeps the search waiting.
    let blocker = try PostgresConnection(url)
    try blocker.execute("BEGIN; LOCK TABLE shortlist.state IN ACCESS EXCLUSIVE MODE")
    let search = Task {
      try await source.search(SearchQuery("rome", timeBudget: .seconds(60)))
    }
    try await Task.sleep(for: .milliseconds(50))
    search.cancel()
    let start = ContinuousClock.now
    await #expect { _ = try await search.value } throws: { error in
      (error as? ShortlistError)?.code == .cancelled
    }
    #expect(ContinuousClock.now - start < .seconds(5))
    try blocker.execute("ROLLBACK")
    #expect(try await source.search("rome").total.value == 100)
  }

  @Test("ends when its time is over")
  func timeBudget() async throws {
    let url = try Self.makeList(items: 100)
    let source = PostgresSource(url, connections: 1)
    _ = try await source.sections()
    let blocker = try PostgresConnection(url)
    try blocker.execute("BEGIN; LOCK TABLE shortlist.item IN ACCESS EXCLUSIVE MODE")
    let start = ContinuousClock.now
    let results = try await source.search(SearchQuery("rome", timeBudget: .milliseconds(300)))
    #expect(results.notes == [.timeBudgetSpent])
    #expect(results.hits.isEmpty)
    #expect(ContinuousClock.now - start < .seconds(2))
    try blocker.execute("ROLLBACK")
    #expect(try await source.search("rome").total.value == 100)
  }

  @Test("connects again after the server was started again")
  func restart() async throws {
    let server = try PostgresServer()
    let url = try server.makeList()
    try PostgresTarget(url).apply(ChangeSet(upserts: [Item(section: "a", title: "Rome")]))
    let source = PostgresSource(url)
    #expect(try await source.search("rome").hits.count == 1)
    try server.kill()
    for _ in 0..<5 {
      await #expect { _ = try await source.search("rome") } throws: { error in
        (error as? ShortlistError)?.code == .unreachable
      }
    }
    try server.start()
    #expect(try await source.search("rome").hits.count == 1)
    try server.kill()
  }

  @Test("says what is wrong with a database")
  func errors() async throws {
    let server = try PostgresServer.shared.get()
    let empty = PostgresSource(try server.makeDatabase())
    await #expect { _ = try await empty.search("rome") } throws: { error in
      (error as? ShortlistError)?.code == .notAnIndex
    }
    let missing = PostgresSource(server.url("missing"))
    await #expect { _ = try await missing.search("rome") } throws: { error in
      (error as? ShortlistError)?.code == .cannotOpen
    }
    let list = PostgresSource(try Self.makeList(items: 1))
    await #expect { _ = try await list.search(SearchQuery("rome", match: .any)) } throws: {
      ($0 as? ShortlistError)?.code == .unsupported
    }
    #expect(try await list.search("rome").hits.count == 1)
    #expect(throws: ShortlistError.self) {
      try PostgresTarget(server.url("missing"))
    }
  }

  @Test("finds nothing or something for any text", arguments: Rounds.seeds(1))
  func hostileTexts(seed: Int) async throws {
    var generator = SeededGenerator(seed: seed + 12_000_000)
    let source = PostgresSource(try Self.makeList(items: 20), connections: 1)
    for _ in 0..<Rounds.of(300) {
      let text =
        generator.once(in: 3)
        ? generator.pick([
          "'", "\\", "\0", "a'b", "!", "a & b", ":*", "<->", "$1", "%", "(", "rome:*A",
        ])
          + generator.junk(characters: 6) : generator.junk(characters: 30)
      _ = try await source.search(SearchQuery(text))
      _ = try await source.completions(for: text)
    }
  }

  @Test("keeps the checkpoint of a source with its items")
  func checkpoints() throws {
    let url = try PostgresServer.shared.get().makeList()
    let target = try PostgresTarget(url)
    let checkpoint = Checkpoint(name: "server", value: Data([0, 1, 255]))
    #expect(try target.checkpoint("server") == nil)
    try target.apply(
      ChangeSet(upserts: [Item(section: "a", title: "Rome")], checkpoint: checkpoint))
    #expect(try target.checkpoint("server") == checkpoint.value)
    #expect(throws: ShortlistError.self) {
      try target.apply(
        ChangeSet(
          upserts: [Item(section: "a", title: "Oslo"), Item(section: "a", title: " ")],
          checkpoint: Checkpoint(name: "server", value: Data())))
    }
    #expect(try target.checkpoint("server") == checkpoint.value)
  }

  @Test("follows a source of changes")
  func following() async throws {
    let url = try PostgresServer.shared.get().makeList()
    let target = try PostgresTarget(url)
    let pages = [
      SourceChanges(
        .listing(isFirst: true, isLast: false),
        upserts: [Item(section: "a", title: "Rome"), Item(section: "a", title: "Oslo")],
        position: Data([1])),
      SourceChanges(
        .listing(isFirst: false, isLast: true), upserts: [Item(section: "b", title: "Bern")],
        position: Data([2])),
      SourceChanges(removals: ["a/Oslo"], position: Data([3])),
    ]
    try target.apply(ChangeSet(upserts: [Item(section: "a", title: "Old")]))
    try target.catchUp(with: ListedChanges(pages: pages), checkpoint: "source")
    let source = PostgresSource(url)
    #expect(try await source.items(in: "a", from: 0, limit: 9).map(\.title) == ["Rome"])
    #expect(try await source.items(in: "b", from: 0, limit: 9).map(\.title) == ["Bern"])
    #expect(try target.checkpoint("source") == Data([3]))
  }
}

/// A source whose answers are known.
private struct ListedChanges: ChangeSource {
  let pages: [SourceChanges]

  func changes(after position: Data?) -> SourceChanges {
    let next = position.map { Int($0[0]) } ?? 0
    return next < pages.count ? pages[next] : SourceChanges(position: position ?? Data())
  }
}
