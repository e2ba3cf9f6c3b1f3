import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("The items and the matches of hits")
struct HitBatchTests {
  /// Items on all tiers, some of them so long that the search finds their matches itself.
  private static let items = (0..<60).map { number in
    let place = ["Lake Zürich", "Zürich", "Old Zurich Road", "Neuzürich", "Zurihc"][number % 5]
    return Item(
      id: .init("\(number)"), section: .init("s\(number % 7)"), title: place,
      subtitle: number.isMultiple(of: 3) ? "by the lake" : "",
      keywords: number.isMultiple(of: 4) ? ["zurigo", "lake town"] : [],
      body: String(
        repeating: "A lake near Zürich. ",
        count: [0, 3, HitMaker.mostTextForLater / 20][number % 3]))
  }

  private func repository() throws -> BlockingItemRepository {
    let repository = try BlockingItemRepository(path: ":memory:")
    try repository.upsert(Self.items)
    return repository
  }

  @Test(
    "are the same whether found with the hit or later",
    arguments: ["zuri", "lake zur", "urich", "zurcih", "\"lake town\"", "near", "zür | lake"])
  func sameMatches(text: String) throws {
    let query = SearchQuery(text, limit: 100, layout: .flat, explains: true)
    let results = try repository().search(query)
    let again = try repository().search(query)
    #expect(again.hits == results.hits)
    var compared = 0
    for hit in results.hits {
      // Too long for later, but with nothing else to match.
      var item = hit.item
      item.keywords.append(String(repeating: "… ", count: HitMaker.mostTextForLater / 4))
      let other = try BlockingItemRepository(path: ":memory:")
      try other.upsert([item])
      let found = try #require(try other.search(query).hits.first)
      guard found.tier == hit.tier else { continue }
      compared += 1
      #expect(found.highlights == hit.highlights)
      #expect(found.snippet == hit.snippet)
    }
    #expect(compared > 0)
  }

  @Test("are those of the list, whatever their size", arguments: Rounds.seeds(10))
  func sameItems(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let items = (0..<generator.number(1...150)).map { number in
      let size = generator.once(in: 20) ? 40_000 : generator.once(in: 4) ? 6_000 : 300
      var item = Item(
        id: .init("\(number)"), section: .init("s\(number % 3)"), title: "Lake \(number)",
        subtitle: generator.once(in: 2) ? "é" : "",
        keywords: (0..<generator.number(0...3)).map { "kéy \($0)" },
        body: String(repeating: "ñ", count: generator.number(0...size) / 2),
        weight: Double(generator.number(0...9)))
      if generator.once(in: 3) { item.payload = Data(count: generator.number(0...size)) }
      if generator.once(in: 4) { item.attributes = ["depth": .number(Double(number))] }
      return item
    }
    let repository = try BlockingItemRepository(path: ":memory:")
    try repository.upsert(items)
    let ids = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
    for layout in [SearchQuery.Layout.flat, .grouped] {
      let hits = try repository.search(SearchQuery("lake", limit: 200, layout: layout)).hits
      #expect(hits.count == items.count)
      // In another order than the search made them.
      for hit in hits.shuffled(using: &generator) {
        #expect(hit.item == ids[hit.id])
        #expect(hit.ranges(in: .title).map { hit.item.title[$0] } == ["Lake"])
      }
    }
  }

  @Test("are kept by a hit together with few others")
  func smallBatches() throws {
    let repository = try BlockingItemRepository(path: ":memory:")
    let body = String(repeating: "x", count: 1_000)
    let long = String(repeating: "y", count: 100_000)
    try repository.upsert(
      (0..<100).map {
        Item(id: .init("\($0)"), section: "s", title: "Lake", body: $0 == 50 ? long : body)
      })
    let hits = try repository.search(SearchQuery("lake", limit: 100)).hits
    let sizes = Dictionary(grouping: hits) { ObjectIdentifier($0.contents) }
      .mapValues { $0.reduce(0) { $0 + $1.item.body.utf8.count } }
    #expect(sizes.values.allSatisfy { $0 <= 16 << 10 || $0 == long.utf8.count })
    #expect(sizes.count < 20)
  }

  @Test("may be asked for by many tasks, also after the repository is closed")
  func manyTasks() async throws {
    let repository = try repository()
    let results = try repository.search(SearchQuery("zuri", limit: 100))
    repository.close()
    let expected = try self.repository().search(SearchQuery("zuri", limit: 100)).hits
    let expectedHighlights = expected.map(\.highlights)
    try #require(expected.count == Self.items.count)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          results.hits.map(\.highlights) == expectedHighlights
            && results.hits.reversed() == expected.reversed()
        }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }
}
