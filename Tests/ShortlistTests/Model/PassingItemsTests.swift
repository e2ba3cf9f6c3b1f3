import Shortlist
import Testing

@Suite("A list that items pass through")
struct PassingItemsTests {
  @Test("keeps its order, however many have come and gone", arguments: [4, 100])
  func passingItems(length: Int) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    let title = "new " + String(repeating: "x", count: length)
    try repository.upsert([Item(id: "longer", section: "s", title: title + "x")])
    var old: [Item.ID] = []
    // More items than 16 bits can distinguish, a thousand at a time.
    for round in 0..<67 {
      let items = (0..<1_000).map {
        Item(id: Item.ID("\(round).\($0)"), section: "s", title: title)
      }
      try repository.upsert(items)
      try repository.remove(old)
      old = items.map(\.id)
    }
    let results = try repository.search(
      SearchQuery("new", limit: 1_001, layout: .flat, timeBudget: .seconds(600)))
    #expect(results.hits.count == 1_001)
    // Titles of more than 90 characters share a length class, so the first one comes first.
    #expect(results.hits.firstIndex { $0.id == "longer" } == (length > 90 ? 0 : 1_000))
  }
}
