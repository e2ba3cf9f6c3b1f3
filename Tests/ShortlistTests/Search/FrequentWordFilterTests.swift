import Shortlist
import ShortlistTestSupport
import Testing

/// The ranks of frequent words are read whole and kept for the next search with attributes, but only in
/// searches of the whole list. The same search with all sections named reads docids one by one, and must
/// find the same.
@Suite("A filter over frequent words")
struct FrequentWordFilterTests {
  private static let words = ["a", "ab", "abc", "abca", "abcab", "b", "bca", "bcab", "ca", "łódź"]
  private static let sections = (0..<3).map { ItemSection.ID("\($0)") }

  @Test(
    "finds the same however often it is used, after changes, and with too little memory to keep words",
    arguments: Rounds.seeds(3), [16 << 20, 1 << 20, 64 << 10])
  func agreement(seed: Int, cacheSize: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var options = ItemRepository.Options()
    options.cacheSize = cacheSize
    let repository = try ItemRepository(path: ":memory:", options: options).blocking
    defer { repository.close() }
    let count = 9_000
    // Items without any attribute have no rank.
    let hasGaps = seed % 2 == 0
    try repository.load((0..<count).map { Self.item($0, hasGaps, &generator) })
    var found = 0
    for _ in 0..<3 {
      for _ in 0..<12 {
        let query = Self.query(&generator)
        var listed = query
        listed.sections = Self.sections
        let expected = try repository.search(listed)
        // The first two searches may only take note of the words, the third reads them, and the fourth
        // finds them in memory.
        for time in 1...4 {
          let results = try repository.search(query)
          let isSame =
            results.groups == expected.groups && results.hits == expected.hits
            && results.total == expected.total && results.facets == expected.facets
          #expect(isSame, "seed \(seed), time \(time): \(query)")
        }
        found += expected.hits.count
      }
      try repository.upsert(
        (0..<40).map { _ in Self.item(generator.number(0...count + 20), hasGaps, &generator) })
      try repository.remove((0..<20).map { _ in .init("\(generator.number(0...count))") })
    }
    #expect(found > 100)
  }

  private static func item(
    _ number: Int, _ hasGaps: Bool, _ generator: inout SeededGenerator
  ) -> Item {
    func text(_ count: Int) -> String {
      (0..<count).map { _ in generator.pick(words) }.joined(separator: " ")
    }
    var item = Item(
      id: .init("\(number)"), section: sections[number % 3], title: text(generator.number(1...3)),
      body: text(generator.number(0...6)), weight: Double(generator.number(0...9_000)))
    guard !hasGaps || !generator.once(in: 12) else { return item }
    item.attributes = [
      "kind": .text("k\(generator.number(0...6))"),
      "region": .text("r\(generator.number(0...400))"),
      "year": .number(Double(generator.number(1_900...2_000))),
    ]
    return item
  }

  private static func query(_ generator: inout SeededGenerator) -> SearchQuery {
    let texts = ["a", "b", "c", "ab", "abc", "abca", "lodz", "bca ab", "ca ł", "abcab", "abcba"]
    var query = SearchQuery(
      generator.pick(texts), limit: generator.pick([1, 5, 20]),
      layout: generator.once(in: 2) ? .flat : .grouped, timeBudget: .seconds(600))
    query.totals = generator.pick([.bounded(10), .bounded(100), .bounded(3_000), .exact])
    if !generator.once(in: 5) { query.filter = filter(&generator) }
    if generator.once(in: 4) { query.facets = ["kind"] }
    if generator.once(in: 4) { query.sort = AttributeSort("year", .descending) }
    return query
  }

  private static func filter(_ generator: inout SeededGenerator) -> AttributeFilter {
    let kind = AttributeFilter.equals("kind", .text("k\(generator.number(0...6))"))
    return switch generator.number(0...5) {
    case 0: .equals("region", .text("r\(generator.number(0...400))"))
    case 1: .compares("year", .greaterOrEqual, .number(Double(generator.number(1_900...2_001))))
    case 2: .not(kind)
    case 3: .any([kind, .equals("region", .text("r\(generator.number(0...400))"))])
    case 4: .not(.exists("kind"))
    default: kind
    }
  }
}
