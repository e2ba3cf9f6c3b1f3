import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("The matches of hits")
struct HitHighlighterTests {
  /// Items on all tiers, some of them so long that the search finds their matches itself.
  private static let items = (0..<60).map { number in
    let place = ["Lake Zürich", "Zürich", "Old Zurich Road", "Neuzürich", "Zurihc"][number % 5]
    return Item(
      id: .init("\(number)"), section: .init("s\(number % 7)"), title: place,
      subtitle: number.isMultiple(of: 3) ? "by the lake" : "",
      keywords: number.isMultiple(of: 4) ? ["zurigo", "lake town"] : [],
      body: String(repeating: "A lake near Zürich. ", count: [0, 3, 40][number % 3]))
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
      item.keywords.append(String(repeating: "… ", count: 300))
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
