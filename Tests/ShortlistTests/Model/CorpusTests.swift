import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

private let corpusPath = ProcessInfo.processInfo.environment["SHORTLIST_CORPUS"]

/// Runs only if `SHORTLIST_CORPUS` is the path of an NDJSON file for `shortlist import`. In a
/// release build it takes a minute per 100,000 items.
@Suite("A corpus", .enabled(if: corpusPath != nil))
struct CorpusTests {
  private struct Row: Decodable {
    var id, section, title: String
    var body: String?
    var weight: Double?
  }

  @Test("has the exact totals that a comparison with every item counts")
  func exactTotals() throws {
    let lines = try Data(contentsOf: URL(fileURLWithPath: #require(corpusPath)))
      .split(separator: UInt8(ascii: "\n"))
    let items = try lines.map { line in
      let row = try JSONDecoder().decode(Row.self, from: line)
      return Item(
        id: .init(row.id), section: .init(row.section), title: row.title, body: row.body ?? "",
        weight: row.weight ?? 0)
    }
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.load(items)
    let tokenizer = ModelTokenizer()
    let documents = items.map { ModelDocument($0, tokenizer) }
    var generator = SeededGenerator(seed: Rounds.first)
    for _ in 0..<200 {
      let text = Self.query(from: generator.pick(items).title, &generator)
      let query = SearchQuery(
        text, limit: 5, totals: .exact, typos: false, timeBudget: .seconds(600))
      let results = try repository.search(query)
      let tiers = ModelTiers(ModelQuery(text, tokenizer))
      var matches = documents.map { tiers.tier(of: $0) != nil }
      if matches.count(where: { $0 }) < query.limit {
        for (index, document) in documents.enumerated() where tiers.isSubstring(of: document) {
          matches[index] = true
        }
      }
      var counts: [ItemSection.ID: Int] = [:]
      for (item, matches) in zip(items, matches) where matches {
        counts[item.section, default: 0] += 1
      }
      let totals = results.groups.map { ($0.id, $0.total) }
      #expect(
        Dictionary(uniqueKeysWithValues: totals) == counts.mapValues { .exactly($0) },
        "\(Shrinking.literal(text)), seed \(Rounds.first)")
      #expect(results.total == .exactly(counts.values.reduce(0, +)), "\(Shrinking.literal(text))")
    }
  }

  /// Returns a title, a prefix of it, one of its words, or letters from inside.
  private static func query(from title: String, _ generator: inout SeededGenerator) -> String {
    let words = title.split(separator: " ").map(String.init)
    switch generator.number(0...4) {
    case 0: return title
    case 1: return String(title.prefix(generator.number(1...4)))
    case 2: return generator.pick(words.isEmpty ? [title] : words)
    case 3: return String(title.dropFirst(generator.number(1...3)).prefix(generator.number(1...5)))
    default: return words.map { String($0.prefix(generator.number(1...3))) }.joined(separator: " ")
    }
  }
}
