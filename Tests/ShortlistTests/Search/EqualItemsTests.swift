import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Items that only the order of the list tells apart")
struct EqualItemsTests {
  @Test(
    "The first of many are the same as of all, wherever items were moved",
    arguments: Rounds.seeds(8))
  func firstOfAll(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let repository = try ItemRepository(path: ":memory:").blocking
    let items = (0..<240).map { number in
      Item(
        id: .init("\(number)"), section: .init("S\(number % 4)"),
        title: generator.pick(["Silver", "Silver mine", "Old silver"]), body: "A mine",
        weight: Double(generator.number(0...2)))
    }
    try repository.upsert(items)
    for _ in 0..<generator.number(0...12) {
      try repository.move(
        generator.some(items, generator.number(1...5)).map(\.id),
        to: .init("S\(generator.number(0...2))"), at: generator.number(0...20))
    }
    for text in ["s", "silver", "silver mine", "mine", "silv", "old s"] {
      for limit in [1, 3, 10, 50] {
        let all = try repository.search(SearchQuery(text, limit: 1_000, layout: .flat))
        let first = try repository.search(SearchQuery(text, limit: limit, layout: .flat))
        #expect(
          first.hits.map(\.item.id) == all.hits.prefix(limit).map(\.item.id), "\(text), \(limit)")
        let groups = try repository.search(SearchQuery(text, limit: 1_000)).groups
        for group in try repository.search(SearchQuery(text, limit: limit)).groups {
          let whole = groups.first { $0.section.id == group.section.id }
          #expect(
            group.hits.map(\.item.id) == whole?.hits.prefix(limit).map(\.item.id),
            "\(text), \(limit) in \(group.section.id)")
        }
      }
    }
  }
}
