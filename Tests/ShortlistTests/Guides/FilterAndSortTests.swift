import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The guide to filters, facets and sorting")
struct FilterAndSortTests {
  @Test("prints what it says")
  func guide() async throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // snippet: cities
    let cities = try ItemRepository(path: ":memory:")
    try await cities.upsert([
      Item(
        section: "Cities", title: "Lima",
        attributes: ["continent": "South America", "founded": 1535, "tags": ["capital", "coast"]]),
      Item(
        section: "Cities", title: "Lisbon",
        attributes: ["continent": "Europe", "founded": -1200, "tags": ["capital", "coast"]]),
      Item(
        section: "Cities", title: "Linz",
        attributes: ["continent": "Europe", "founded": 799, "twinned": true]),
      Item(section: "Cities", title: "Lilongwe"),
    ])
    // end
    // snippet: filter
    var query = SearchQuery("li", layout: .flat)
    query.filter = try AttributeFilter("continent = europe AND founded > 0")
    print(try await cities.search(query).hits.map(\.item.title))  // ["Linz"]
    // end
    // snippet: made filter
    query.filter = .all([.equals("continent", "Europe"), .compares("founded", .less, 0)])
    print(try await cities.search(query).hits.map(\.item.title))  // ["Lisbon"]
    // end
    // snippet: no text
    let coast = SearchQuery("", layout: .flat, filter: .equals("tags", "coast"))
    print(try await cities.search(coast).hits.map(\.item.title))  // ["Lima", "Lisbon"]
    // end
    #expect(printed == [#"["Linz"]"#, #"["Lisbon"]"#, #"["Lima", "Lisbon"]"#])
    printed = []
    // snippet: facets
    let results = try await cities.search(SearchQuery("li", facets: ["continent"]))
    for facet in results.facets {
      for counted in facet.values { print(counted.value, counted.total.value) }
    }
    // end
    let document = try Document(Document.catalogue + "/FilterAndSort.md")
    #expect(document.blocks("text") == [printed])
    printed = []
    // snippet: sort
    let oldest = SearchQuery("li", layout: .flat, sort: AttributeSort("founded"))
    print(try await cities.search(oldest).hits.map(\.item.title))
    // ["Lisbon", "Linz", "Lima", "Lilongwe"]
    // end
    #expect(printed == [#"["Lisbon", "Linz", "Lima", "Lilongwe"]"#])
    // snippet: filtered session
    let session = SearchSession(cities)
    await session.send(.filter(.exists("founded")))
    await session.send(.sort(AttributeSort("founded", .descending)))
    // end
    let state = await session.state { $0.results?.query.sort != nil }
    #expect(state.results?.hits.map(\.item.title) == ["Lima", "Linz", "Lisbon"])
  }

  @Test(
    "has a condition of each kind that can be read",
    arguments: [
      "continent = Europe", "continent != Europe", "founded >= 1500",
      #"continent IN [Asia, "South America"]"#, "tags EXISTS", "tags NOT EXISTS",
    ])
  func conditions(text: String) throws {
    let document = try Document(Document.catalogue + "/FilterAndSort.md")
    #expect(document.lines.contains { $0.hasPrefix("| `\(text)`") || $0.contains("`\(text)` |") })
    #expect(throws: Never.self) { try AttributeFilter(text) }
  }
}
