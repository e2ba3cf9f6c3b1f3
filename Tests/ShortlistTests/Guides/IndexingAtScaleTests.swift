import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The guide to large lists", .timeLimit(.minutes(5)))
struct IndexingAtScaleTests {
  private let folder: TemporaryFolder
  private let path: String
  private let repository: ItemRepository

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("list.sqlite")
    repository = try ItemRepository(path: path)
  }

  /// A server that reports one change after another.
  private struct Server {
    func changes(since token: Data?) async throws -> ([Item], [Item.ID], Data) {
      let number = token.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      return (
        [Item(id: Item.ID("city/\(number + 1)"), section: "Cities", title: "City \(number + 1)")],
        [Item.ID("city/\(number)")], Data("\(number + 1)".utf8)
      )
    }
  }

  @Test("loads a sequence, and the same again at little cost")
  func load() async throws {
    let names = (1...25_000).map { "City \($0)" }
    let printed = Locked<[String]>([])
    @Sendable func print(_ items: Any...) {
      let line = items.map { "\($0)" }.joined(separator: " ")
      printed.withLock { $0.append(line) }
    }
    for _ in 1...2 {
      // snippet: load
      let items = names.map { Item(section: "Cities", title: $0) }
      let progress = try await repository.load(items) { progress in
        print("\(progress.loaded) items are safe")
      }
      print(progress.counts.inserted, "new,", progress.counts.unchanged, "unchanged")
      // end
    }
    let lines = printed.withLock { $0 }
    #expect(lines.first == "10000 items are safe")
    #expect(
      lines.filter { $0.hasSuffix("unchanged") } == [
        "25000 new, 0 unchanged", "0 new, 25000 unchanged",
      ])
  }

  @Test("loads items as they arrive")
  func stream() async throws {
    let lines = AsyncStream<String> { stream in
      for line in ["Rome\t2318895", "Oslo\t580000", "Atlantis\tmany"] { stream.yield(line) }
      stream.finish()
    }
    // snippet: stream
    let items = lines.map { line in
      let fields = line.split(separator: "\t")
      return Item(section: "Cities", title: String(fields[0]), weight: Double(fields[1]) ?? 0)
    }
    try await repository.load(items)
    // end
    let stored = try await repository.items(in: "Cities")
    #expect(stored.map(\.weight) == [2_318_895, 580_000, 0])
  }

  @Test("removes the items of a scope that are gone")
  func reconciliation() async throws {
    try await repository.upsert(
      ["city/1", "city/2", "river/1"].map { Item(id: Item.ID($0), section: "Places", title: $0) })
    let items = [Item(id: "city/2", section: "Places", title: "Rome")]
    var printed = ""
    func print(_ count: Int, _ text: String) { printed = "\(count) \(text)" }
    // snippet: reconciliation
    let outcome = try await repository.reconcile(
      with: items, in: .ids(prefix: "city/"))
    print(outcome.counts.removed, "items were no longer there")
    // end
    #expect(printed == "1 items were no longer there")
    #expect(try await repository.items(in: "Places").map(\.id) == ["city/2", "river/1"])
  }

  @Test("continues after the last change of a server")
  func changes() async throws {
    let server = Server()
    for _ in 1...3 {
      // snippet: changes of a server
      let last = try await repository.checkpoint("server")?.value
      let (changed, deleted, token) = try await server.changes(since: last)
      let changes = ChangeSet(
        upserts: changed, removals: deleted, checkpoint: Checkpoint(name: "server", value: token))
      try await repository.apply(changes)
      // end
    }
    #expect(try await repository.items(in: "Cities").map(\.title) == ["City 3"])
    #expect(try await repository.checkpoint("server")?.value == Data("3".utf8))
  }

  @Test("limits what a query asks for")
  func query() async throws {
    try await repository.load(
      (1...200).map { Item(section: ItemSection.ID("Section \($0 % 20)"), title: "San José \($0)") }
    )
    func print(_ text: String) { Issue.record("The search took more than 0.1 s.") }
    // snippet: query
    var query = SearchQuery("san j")
    query.limit = 5  // hits of each section
    query.maxGroups = 12  // sections; the totals include the others
    query.totals = .bounded(20)  // count to 20 in each section, and no further
    query.timeBudget = .milliseconds(100)
    let results = try await repository.search(query)
    if results.notes.contains(.timeBudgetSpent) {
      print("These are the best hits found in 0.1 s.")
    }
    // end
    #expect(results.groups.count == 12)
    #expect(results.groups.allSatisfy { $0.hits.count == 5 && $0.total == .exactly(10) })
    #expect(results.groupTotal == .exactly(20))
  }

  @Test("opens a file with options, and merges its index")
  func options() async throws {
    await repository.close()
    try await optimize(path)
  }

  private func optimize(_ path: String) async throws {
    // snippet: options
    var options = RepositoryOptions()
    options.readers = 8
    options.cacheSize = 256 << 20
    let repository = try ItemRepository(path: path, options: options)
    // end
    try await repository.add("Rome", to: "Cities")
    // snippet: optimize
    try await repository.optimize()
    // end
    #expect(try await repository.check().status == .sound)
    await repository.close()
  }
}
