import Foundation
@_spi(SearchEngines) import Shortlist
import ShortlistTestSupport
import Testing

@_spi(Testing) @testable import ShortlistPostgres

@Suite("Pushing a file", .serialized)
struct PushTests {
  /// Returns the items on a server, in the order of the file as far as it tells.
  ///
  /// It sees one state of the server, which may still commit what a killed process has sent.
  private static func items(on url: String) throws -> [Item] {
    let connection = try PostgresConnection(url)
    return try connection.transaction("ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      () throws(ShortlistError) in
      let list = try ServerList(revision: 0, connection)
      var items: [Item] = []
      for section in list.sections {
        items += try ServerItems.items(
          of: section.number, from: 0, limit: 1_000_000, list, connection)
      }
      return items
    }
  }

  private static func items(in file: BlockingItemRepository) throws -> [Item] {
    var items: [Item] = []
    for section in try file.sections() { items += try file.items(in: section.id) }
    return items
  }

  /// Returns the first difference between a file and a server; `nil` if they agree.
  private static func difference(_ file: BlockingItemRepository, _ url: String) throws -> String? {
    let (found, wanted) = (try items(on: url), try items(in: file))
    guard found.count == wanted.count else { return "\(found.count) items, not \(wanted.count)" }
    for (a, b) in zip(found, wanted) where a != b { return "\(a) instead of \(b)" }
    return nil
  }

  @Test("makes the server the same as the file, whatever changes", arguments: Rounds.seeds(4))
  func changes(seed: Int) async throws {
    var generator = SeededGenerator(seed: seed + 10_000_000)
    let url = try PostgresServer.shared.get().makeList()
    let file = try ItemRepository(path: ":memory:").blocking
    let target = try PostgresTarget(url)
    var model = ModelIndex()
    for step in 1...6 {
      for _ in 0..<generator.number(0...6) {
        let change = generator.serverChange(of: model)
        change.apply(to: &model)
        try change.apply(to: file)
      }
      _ = try target.push(file)
      #expect(try Self.difference(file, url) == nil, "Seed \(seed), step \(step)")
      let own = try file.sections().map(\.section)
      #expect(try ServerList(revision: 0, target.connection).sections.map(\.section) == own)
      #expect(try target.push(file).isEmpty)
      try expectStatistics(of: Self.items(in: file), on: target)
      let source = PostgresSource(url)
      for _ in 0..<8 {
        let query = generator.serverQuery(of: model)
        let comparison = ServerComparison(model: model, source: source, query: query)
        if let difference = try await comparison.difference() {
          Issue.record("Seed \(seed), step \(step): \(difference)\n\(query)")
          return
        }
        try await expectSame(query, file, source)
      }
      await source.close()
    }
  }

  /// Compares what a file and a server make of a query: highlights, snippets, scores, corrections,
  /// completions and explanations.
  private func expectSame(
    _ query: SearchQuery, _ file: BlockingItemRepository, _ source: PostgresSource
  ) async throws {
    let (own, found) = (try file.search(query), try await source.search(query))
    // On tiers 6 and 7 the order is free.
    let ids = Dictionary(own.hits.map { ($0.id, $0) }) { first, _ in first }
    for hit in found.hits {
      guard let other = ids[hit.id] else { continue }
      #expect(hit.highlights == other.highlights, "\(query)")
      #expect(hit.snippet == other.snippet, "\(query)")
      // A file gives a hit that is alone on tier 4 no relevance.
      if hit.tier != .text { #expect(hit.score == other.score, "\(query)") }
    }
    if own.hits.allSatisfy({ $0.tier <= .substring }) {
      #expect(own.correctedText == found.correctedText, "\(query)")
      if let id = own.hits.last?.id {
        let (why, other) = (try file.why(id, query), try await source.why(id, query))
        #expect(why.sentences == other.sentences, "\(query)")
        #expect(why.place == other.place, "\(query)")
      }
    }
    // A file remembers the attributes that its items had.
    let isKept: (SearchResults.Note) -> Bool = {
      if case .unknownAttribute = $0 { false } else { true }
    }
    #expect(own.notes.filter(isKept) == found.notes.filter(isKept), "\(query)")
    let suggested = try file.completions(for: query.text, limit: query.limit, in: query.sections)
    let others = try await source.completions(
      for: query.text, limit: query.limit, in: query.sections)
    #expect(suggested == others, "\(query)")
  }

  /// Compares the numbers of items with each term.
  private func expectStatistics(of items: [Item], on target: PostgresTarget) throws {
    let changes = try TermChanges()
    for item in items { try changes.add(item) }
    let rows = try target.connection.query(
      "SELECT term, items, titles FROM shortlist.term WHERE items > 0 ORDER BY term")
    let found = (0..<rows.count).map {
      TermStatistics(
        term: rows.text($0, 0), items: Int(rows.integer($0, 1)), titles: Int(rows.integer($0, 2)))
    }
    let wanted = try changes.take()
    #expect(found == wanted)
  }

  @Test("leaves a committed prefix when it is killed, and continues")
  func killedPushes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("list.sqlite")
    let file = try ItemRepository(path: path).blocking
    let all = (0..<Self.count).map { number in
      Item(
        id: Item.ID("\(number)"), section: .init("Section \(number % 7)"),
        title: "Title \(number) \(number % 91)", body: number % 3 == 0 ? "Words \(number)" : "",
        weight: Double(number % 13))
    }
    try file.load(all) { _ in }
    var generator = SeededGenerator(seed: Rounds.first + 11_000_000)
    var killed = 0
    var round = 0
    var url = ""
    while killed < Self.killed {
      // A list is loaded, and then kept up to date a few times.
      let isFirst = url.isEmpty || generator.once(in: 4)
      var changed: [Item.ID] = []
      round += 1
      if isFirst {
        url = try PostgresServer.shared.get().makeList()
      } else {
        let items = generator.some(all, 110).map { [round] item in
          var item = item
          item.title += " again \(round)"
          return item
        }
        changed = items.map(\.id).sorted { $0.rawValue < $1.rawValue }
        try file.upsert(items)
      }
      let before = try Self.titles(on: url)
      for _ in 0..<generator.number(1...3) {
        let process = try PushProcess(path, url)
        usleep(UInt32(generator.number(20_000...(isFirst ? 400_000 : 160_000))))
        if process.kill() { killed += 1 }
        let after = try Self.titles(on: url)
        if isFirst {
          // The first batches in the order of the file.
          let order = try file.placedItems(after: -1, limit: after.count).map(\.item.id)
          #expect(Set(after.keys) == Set(order))
          #expect(after.count % Self.batch == 0)
        } else {
          // The first batches of the changes, in the order of ids.
          var wanted: [Item.ID: String] = [:]
          for placed in try file.placedItems(changed) { wanted[placed.item.id] = placed.item.title }
          let done = changed.prefix { after[$0] == wanted[$0] }
          #expect(done.count % Self.batch == 0 || done.count == changed.count)
          #expect(changed.dropFirst(done.count).allSatisfy { after[$0] == before[$0] })
        }
      }
      _ = try PostgresTarget(url).push(file, batch: Self.batch)
      #expect(try Self.difference(file, url) == nil)
    }
    try expectStatistics(of: Self.items(in: file), on: PostgresTarget(url))
  }

  private static let killed = Rounds.of(100)
  private static let count = 600
  private static let batch = 20

  private static func titles(on url: String) throws -> [Item.ID: String] {
    var titles: [Item.ID: String] = [:]
    for item in try items(on: url) { titles[item.id] = item.title }
    return titles
  }
}
