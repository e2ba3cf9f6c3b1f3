import Foundation
import Shortlist
import Testing

@Suite("Control over a query")
struct QueryControlTests {
  @Test(
    "takes operators as text",
    arguments: [
      ("-greece", ["Greece"]), ("rome OR greece", []), ("title:greece", ["Title: Greece"]),
      ("\"new zealand\"", ["New Zealand"]), ("\"zealand new\"", ["New Zealand"]),
      ("new -zealand", ["New Zealand"]), ("or", ["Or"]), ("new OR", []), ("\"gre", ["Greece"]),
    ])
  func operators(text: String, titles: [String]) throws {
    let repository = try ItemRepository.countries(and: [
      Item(section: "s", title: "Or"), Item(section: "s", title: "Title: Greece"),
    ])
    let query = SearchQuery(text, limit: 1, layout: .flat, typos: .off, operators: false)
    #expect(try repository.search(query).hits.map(\.item.title) == titles)
  }

  static func texts() throws -> BlockingItemRepository {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert([
      Item(section: "s", title: "B", subtitle: "needle", body: "straw"),
      Item(section: "s", title: "A", subtitle: "hay", body: "needle and straw"),
      Item(section: "s", title: "Other", subtitle: "hay", body: "hay"),
    ])
    return repository
  }

  @Test(
    "weighs fields where relevance decides",
    arguments: [
      ([:], ["B", "A"]), ([.subtitle: 0.5], ["A", "B"]), ([.body: 10], ["A", "B"]),
      // Without any weight, the order is that of the list.
      ([.subtitle: 0, .body: 0], ["B", "A"]), ([.subtitle: 0], ["A", "B"]),
      ([.body: 1_000, .subtitle: 100], ["B", "A"]), ([.body: .nan, .subtitle: -1], ["A", "B"]),
    ] as [([Field: Double], [String])])
  func weights(weights: [Field: Double], titles: [String]) throws {
    for match in [SearchQuery.Match.all, .any] {
      let query = SearchQuery("needle", match: match, fieldWeights: weights)
      let results = try Self.texts().search(query)
      #expect(results.hits.map(\.item.title) == titles, "\(match)")
      #expect(results.total == .exactly(2))
    }
  }

  @Test("does not score what is only in a field of weight 0")
  func nothing() throws {
    let query = SearchQuery("needle", match: .any, fieldWeights: [.body: 0, .subtitle: 0])
    #expect(try Self.texts().search(query).hits.map(\.score) == [0, 0])
  }

  @Test("is kept in JSON")
  func json() throws {
    let query = SearchQuery(
      "a", typos: .after(letters: 8), operators: false, matchesSectionTitles: false,
      fieldWeights: [.body: 0.5, .title: 0])
    let json = try JSONEncoder().encode(query)
    #expect(try JSONDecoder().decode(SearchQuery.self, from: json) == query)
    let text =
      #"{"q":"a","typos":{"letters":8},"operators":false,"sectionTitles":false,"#
      + #""fieldWeights":{"body":0.5,"title":0}}"#
    #expect(try JSONDecoder().decode(SearchQuery.self, from: Data(text.utf8)) == query)
  }
}
