import Testing

@testable import Shortlist

@Suite("The time budget")
struct TimeBudgetTests {
  static func repository(shuffled: Bool = false) throws -> BlockingItemRepository {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.load(
      (0..<6_000).map { number in
        Item(
          id: Item.ID("\(number)"), section: number < 2_500 ? "a" : "b", title: "Number \(number)",
          weight: Double(number % 100))
      })
    if shuffled { try repository.move(["7", "4000"], to: "b", at: 0) }
    return repository
  }

  /// Matching checks the budget a few times; building hits checks it once per hit.
  @Test(
    "covers the making of hits, of which the best are given, and the others behind the cursor",
    arguments: [SearchQuery.Layout.grouped, .flat], [false, true])
  func hits(layout: SearchQuery.Layout, shuffled: Bool) throws {
    let repository = try Self.repository(shuffled: shuffled)
    defer { repository.close() }
    let query = SearchQuery(
      "number", limit: 1_000_000_000, layout: layout, timeBudget: .seconds(600))
    let all = try repository.search(query)
    #expect(all.hits.count == 6_000)
    #expect(!all.notes.contains(.timeBudgetSpent))
    var isCut = false
    for looks in [600, 3_000] {
      let part = try repository.search(query, budget: SearchBudget(looks: looks))
      let hits = part.hits.map(\.id)
      let first = layout == .flat ? all.hits : Array(all.groups[0].hits)
      guard part.total == all.total, hits.count < first.count else { continue }
      isCut = true
      #expect(part.notes.contains(.timeBudgetSpent))
      #expect(!hits.isEmpty)
      #expect(hits == first.prefix(hits.count).map(\.id), "\(looks) looks")
      var rest = query
      rest.after = layout == .flat ? part.next : part.groups.first?.next
      #expect(rest.after != nil)
      let more = try repository.search(rest)
      #expect(more.hits.map(\.id) == first.dropFirst(hits.count).map(\.id))
    }
    #expect(isCut)
  }

  @Test("leaves out the groups after one that it cut", arguments: [600, 2_000])
  func laterGroups(looks: Int) throws {
    let repository = try Self.repository()
    defer { repository.close() }
    let query = SearchQuery("number", limit: 2_400, timeBudget: .seconds(600))
    let all = try repository.search(query)
    let part = try repository.search(query, budget: SearchBudget(looks: looks))
    #expect(part.notes.contains(.timeBudgetSpent))
    #expect(part.groups.last.map { $0.hits.count < 2_400 } == true)
    #expect(
      part.hits.map(\.id) == all.hits.prefix(part.hits.count).map(\.id))
  }

  @Test("shows what was found even where nothing is left of it", arguments: [5, 1_000_000_000])
  func spent(limit: Int) throws {
    let repository = try Self.repository()
    defer { repository.close() }
    let results = try repository.search(
      SearchQuery("number", limit: limit, order: .list, timeBudget: .zero))
    #expect(results.notes.contains(.timeBudgetSpent))
    #expect(results.hits.count < 6_000)
  }

  @Test(
    "is not spent by an answer that is complete", arguments: [SearchQuery.Layout.grouped, .flat])
  func complete(layout: SearchQuery.Layout) throws {
    let repository = try Self.repository()
    defer { repository.close() }
    let query = SearchQuery("number 1", limit: 40, layout: layout, timeBudget: .seconds(600))
    let results = try repository.search(query, budget: SearchBudget(looks: 200))
    #expect(!results.notes.contains(.timeBudgetSpent))
    #expect(try results.hits == repository.search(query).hits)
  }

  @Test("may be spent while a search inside words is planned")
  func substrings() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    // So many words hold an e that a sample of the items decides whether to read them.
    try repository.load(
      (0..<6_000).map { Item(id: Item.ID("\($0)"), section: "a", title: "xe\($0)o pe\($0)t") })
    var query = SearchQuery("e o t", timeBudget: .seconds(600))
    query.typos = .off
    let all = try repository.search(query)
    #expect(all.hits.first?.tier == .substring)
    var cut = 0
    for looks in 0..<60 {
      let part = try repository.search(query, budget: SearchBudget(looks: looks))
      if part.notes.contains(.timeBudgetSpent) { cut += 1 } else { #expect(part.hits == all.hits) }
    }
    #expect(cut > 0)
  }
}
