import Shortlist
import ShortlistTestSupport
import Testing

@Suite("An answer with at most so many groups")
struct GroupLimitTests {
  /// Returns a repository in which some sections have better hits than others, with items moved
  /// about.
  private static func repository(
    _ generator: inout SeededGenerator
  ) throws -> BlockingItemRepository {
    let repository = try BlockingItemRepository(path: ":memory:")
    let words = ["new", "newer", "new land", "old", "land of new", "nwe", "renew", "zeal new"]
    let items = (0..<400).map { number in
      Item(
        id: Item.ID("\(number)"), section: ItemSection.ID("\(generator.number(0...90))"),
        title: generator.pick(words), keywords: generator.once(in: 5) ? ["new"] : [],
        body: generator.once(in: 3) ? generator.pick(words) : "",
        weight: Double(generator.number(0...3)))
    }
    try repository.load(items)
    let ids = try repository.sections().map(\.id)
    try repository.reorderSections(generator.some(ids, 30))
    for section in generator.some(ids, 20) {
      let items = try repository.items(in: section).map(\.id)
      try repository.reorder(section, by: generator.some(items, 2))
    }
    return repository
  }

  @Test("is the beginning of the whole answer, and counts as much", arguments: Rounds.seeds(4))
  func beginning(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let repository = try Self.repository(&generator)
    for text in ["new", "n", "ne", "land", "new land", "zeal", "enew", "newre", "neww", "new -old"]
    {
      for order in [SearchQuery.Order.rank, .list] {
        for groupOrder in [SearchQuery.GroupOrder.bestHit, .sections] {
          for match in [SearchQuery.Match.all, .any] {
            var query = SearchQuery(
              text, limit: generator.number(1...6), order: order, groupOrder: groupOrder,
              match: match, totals: .exact)
            query.timeBudget = .seconds(600)
            let all = try repository.search(query)
            #expect(all.groupTotal == .exactly(all.groups.count))
            query.maxGroups = generator.pick([1, 2, 7, 40, 200])
            let some = try repository.search(query)
            let expected = Array(all.groups.prefix(query.maxGroups ?? 0))
            #expect(some.groups == expected, "seed \(seed), \(query)")
            #expect(some.groupTotal == all.groupTotal, "seed \(seed), \(query)")
            #expect(some.total == all.total, "seed \(seed), \(query)")
          }
        }
      }
    }
  }

  @Test("goes on in each group, as the whole answer does")
  func cursors() throws {
    var generator = SeededGenerator(seed: 9)
    let repository = try Self.repository(&generator)
    var query = SearchQuery("new", limit: 1, maxGroups: 3)
    let groups = try repository.search(query).groups
    #expect(groups.count == 3)
    for group in groups {
      guard let next = group.next else { continue }
      query.after = next
      let page = try repository.search(query)
      #expect(page.groups.map(\.id) == [group.id])
      #expect(page.groupTotal == .exactly(1))
    }
  }

  @Test("has one group at least, and none of a flat answer")
  func limits() throws {
    var generator = SeededGenerator(seed: 1)
    let repository = try Self.repository(&generator)
    #expect(try repository.search(SearchQuery("new", maxGroups: 0)).groups.count == 1)
    let flat = try repository.search(SearchQuery("new", maxGroups: 1, layout: .flat))
    #expect(flat.hits.count == 20)
    #expect(flat.groupTotal == .exactly(0))
  }
}
