import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Counting sections")
struct CountingTests {
  @Test("What only texts hold counts where titles are not enough", arguments: Rounds.seeds(12))
  func titlesAndTexts(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let bound = 20
    var items: [Item] = []
    var sizes: [ItemSection.ID: Int] = [:]
    for number in 0..<12 {
      let section = ItemSection.ID("S\(number)")
      // Many in most sections; in the others the counting limit, or one more or less.
      let titles = generator.once(in: 3) ? bound + generator.number(-1...1) : 3 * bound
      let texts = generator.once(in: 2) ? 0 : generator.number(1...bound)
      sizes[section] = titles + texts
      for place in 0..<titles + texts {
        items.append(
          Item(
            id: .init("\(number)/\(place)"), section: section,
            title: place < titles ? "Silver \(place)" : "Gold \(place)",
            body: place < titles && place.isMultiple(of: 2) ? "" : "Near the silver mine",
            weight: Double(generator.number(0...3))))
      }
    }
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert(items.shuffled(using: &generator))
    for text in ["si", "silver", "s"] {
      let results = try repository.search(
        SearchQuery(text, totals: .bounded(bound), timeBudget: .seconds(600)))
      #expect(results.groups.count == sizes.count)
      for group in results.groups {
        let size = sizes[group.section.id] ?? 0
        #expect(group.total == (size > bound ? .atLeast(bound) : .exactly(size)))
        #expect(group.hits.count == 5 && group.hits.allSatisfy { $0.tier == .prefix })
      }
      let sum = sizes.values.reduce(0) { $0 + min($1, bound) }
      #expect(results.total == .atLeast(sum))
    }
  }

  @Test("Sections of many pages count as far as was asked", arguments: [20, 100, 2_000])
  func manyPages(bound: Int) throws {
    let sizes = [3_000, 3_000, bound - 1, bound, bound + 1, 3_000]
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.load(
      sizes.enumerated().flatMap { number, size in
        (0..<size).map { place in
          Item(
            id: .init("\(number)/\(place)"), section: .init("\(number)"),
            title: place < 10 ? "Silver \(place)" : "Old silver \(place)",
            body: place.isMultiple(of: 2) ? "Near the silver mine" : "")
        }
      })
    for text in ["s", "si", "silver"] {
      let results = try repository.search(
        SearchQuery(text, totals: .bounded(bound), timeBudget: .seconds(600)))
      #expect(
        results.groups.map(\.total).elementsEqual(
          sizes.map { $0 > bound ? .atLeast(bound) : .exactly($0) }))
      #expect(results.groups.allSatisfy { $0.hits.count == 5 })
    }
  }

  @Test("A section whose items were moved counts as far as one that was loaded so")
  func movedItems() throws {
    let moved = try ItemRepository(path: ":memory:").blocking
    for section in 0..<3 {
      try moved.load(
        (0..<60).map { place in
          Item(
            id: .init("\(section)/\(place)"), section: .init("\(section)"),
            title: "Silver \(10 + place)", body: place < 30 ? "" : "Near the silver mine")
        })
      try moved.move([.init("\(section)/50"), .init("\(section)/7")], to: "0", at: 3)
    }
    let loaded = try ItemRepository(path: ":memory:").blocking
    for section in try moved.sections() { try loaded.load(moved.items(in: section.id)) }
    for text in ["silver", "si", "ilve", "mine"] {
      for layout in [SearchQuery.Layout.grouped, .flat] {
        for bound in [7, 30, 58, 60, 65, 500] {
          let query = SearchQuery(
            text, layout: layout, totals: .bounded(bound), timeBudget: .seconds(600))
          let (a, b) = (try moved.search(query), try loaded.search(query))
          #expect(a.total == b.total)
          #expect(a.groups.map(\.total) == b.groups.map(\.total))
          #expect(a.hits.map(\.id) == b.hits.map(\.id))
        }
      }
    }
  }
}
