import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Attributes")
struct AttributeTests {
  private let repository: BlockingItemRepository

  init() throws {
    repository = try ItemRepository(path: ":memory:").blocking
    func city(_ title: String, _ section: ItemSection.ID, _ attributes: [String: AttributeValue])
      -> Item
    {
      Item(id: Item.ID(title), section: section, title: title, attributes: attributes)
    }
    try repository.upsert([
      city("Lisbon", "Europe", ["country": "Portugal", "founded": -1200, "coast": true]),
      city("Linz", "Europe", ["country": "Österreich", "founded": 799, "coast": false]),
      city("Lima", "America", ["country": "Perú", "founded": 1535, "tags": ["capital", "Coast"]]),
      city("Lille", "Europe", ["country": "France", "code": "0320", "area": "35", "old": "TRUE"]),
      city("Limerick", "Europe", ["country": "ireland", "tags": "capital", "founded": 922.5]),
      city("Lagos", "Africa", [:]),
    ])
  }

  private func titles(
    _ text: String = "li", where filter: String, _ change: (inout SearchQuery) -> Void = { _ in }
  ) throws -> [String] {
    var query = SearchQuery(text, layout: .flat, filter: try AttributeFilter(filter))
    change(&query)
    return try repository.search(query).hits.map(\.item.title)
  }

  @Test(
    "narrow a search",
    arguments: [
      ("country = Portugal", ["Lisbon"]), ("country = osterreich", ["Linz"]),
      ("country = \"PERU\"", ["Lima"]),
      ("country != France", ["Linz", "Lima", "Lisbon", "Limerick"]),
      ("country IN [Ireland, france]", ["Lille", "Limerick"]),
      ("founded > 799", ["Lima", "Limerick"]),
      ("founded >= 799", ["Linz", "Lima", "Limerick"]), ("founded < 0", ["Lisbon"]),
      ("founded <= -1200", ["Lisbon"]), ("founded = 1535", ["Lima"]),
      ("founded = 922.5", ["Limerick"]),
      ("coast = true", ["Lisbon"]), ("coast = false", ["Linz"]),
      ("coast EXISTS", ["Linz", "Lisbon"]),
      ("coast NOT EXISTS", ["Lima", "Lille", "Limerick"]), ("tags = coast", ["Lima"]),
      ("tags = capital", ["Lima", "Limerick"]), ("tags != capital", ["Linz", "Lille", "Lisbon"]),
      ("country > m", ["Linz", "Lima", "Lisbon"]), ("country < g", ["Lille"]),
      ("founded > 0 AND NOT (tags = capital OR coast = true)", ["Linz"]),
      ("altitude = 3", []), ("altitude != 3", ["Linz", "Lima", "Lille", "Lisbon", "Limerick"]),
      ("code = 0320", ["Lille"]), ("code = 320", []), ("area = 35", ["Lille"]), ("area > 3", []),
      ("area = \"35\"", ["Lille"]), ("founded = \"1535\"", []), ("old = true", ["Lille"]),
      ("ALL", ["Linz", "Lima", "Lille", "Lisbon", "Limerick"]), ("NONE", []),
    ])
  func filters(filter: String, expected: [String]) throws {
    #expect(try Set(titles(where: filter)) == Set(expected))
    // Its text reads as the same filter.
    let parsed = try AttributeFilter(filter)
    #expect(try AttributeFilter(parsed.description) == parsed)
  }

  @Test("apply to every tier")
  func tiers() throws {
    #expect(try titles("isbo", where: "coast = true") == ["Lisbon"])
    #expect(try titles("limmerick", where: "tags = capital") == ["Limerick"])
    #expect(try titles("limmerick", where: "tags = coast") == [])
  }

  @Test("list all items that meet the filter if nothing is typed")
  func nothingTyped() throws {
    #expect(try titles("", where: "tags EXISTS") == ["Lima", "Limerick"])
    #expect(try Set(titles("", where: "tags NOT EXISTS")) == ["Linz", "Lille", "Lisbon", "Lagos"])
    #expect(try repository.search(SearchQuery("")).isEmpty)
  }

  @Test("come back with items and hits, and can be replaced and removed")
  func stored() throws {
    var lima = try #require(try repository.item("Lima"))
    #expect(lima.attributes == ["country": "Perú", "founded": 1535, "tags": ["capital", "Coast"]])
    #expect(try repository.search("lima").hits.first?.item == lima)
    lima.attributes = ["founded": 1.5e300, "new": [true, true], "none": []]
    try repository.upsert([lima])
    #expect(try repository.item("Lima")?.attributes == ["founded": 1.5e300, "new": true])
    #expect(try titles(where: "country = peru") == [])
    #expect(try titles(where: "founded > 1000000") == ["Lima"])
    try repository.reweigh("Lima", to: 5)
    try repository.move(["Lima"], to: "Africa")
    #expect(try titles(where: "new = true") == ["Lima"])
    #expect(try repository.check().findings == [])
    try repository.remove(["Lima"])
    #expect(try titles(where: "new = true") == [])
    #expect(try repository.check().findings == [])
  }

  @Test("are counted among the matches")
  func facets() throws {
    let query = SearchQuery("li", facets: ["country", "tags", "founded", "coast", "other"])
    let results = try repository.search(query)
    func counts(_ name: String) -> [String] {
      results.facets.first { $0.attribute == name }?.values.map { "\($0.value) \($0.total.value)" }
        ?? []
    }
    #expect(results.facets.map(\.attribute) == query.facets)
    #expect(counts("tags") == ["capital 2", "Coast 1"])
    #expect(counts("country") == ["France 1", "ireland 1", "Österreich 1", "Perú 1", "Portugal 1"])
    #expect(counts("founded") == ["-1200 1", "799 1", "922.5 1", "1535 1"])
    #expect(counts("coast") == ["false 1", "true 1"])
    #expect(counts("other") == [])
    #expect(results.notes == [.unknownAttribute("other")])
    #expect(!results.facets.flatMap(\.values).contains { !$0.total.isExact })
  }

  @Test("sort the hits")
  func sorting() throws {
    func sorted(_ sort: String, _ layout: SearchQuery.Layout = .flat) throws -> [String] {
      let query = SearchQuery("li", layout: layout, sort: AttributeSort(sort))
      return try repository.search(query).hits.map(\.item.title)
    }
    #expect(try sorted("founded") == ["Lisbon", "Linz", "Limerick", "Lima", "Lille"])
    #expect(try sorted("founded:desc") == ["Lima", "Limerick", "Linz", "Lisbon", "Lille"])
    #expect(try sorted("country") == ["Lille", "Limerick", "Linz", "Lima", "Lisbon"])
    #expect(try sorted("tags") == ["Lima", "Limerick", "Linz", "Lille", "Lisbon"])
    #expect(try sorted("tags:desc") == ["Lima", "Limerick", "Linz", "Lille", "Lisbon"])
    #expect(try sorted("founded", .grouped) == ["Lisbon", "Linz", "Limerick", "Lille", "Lima"])
  }

  @Test("that no item has leave order, counts and totals as they are", arguments: [1, 2, 10])
  func unknownSorting(limit: Int) throws {
    for layout in [SearchQuery.Layout.flat, .grouped] {
      var query = SearchQuery("li", limit: limit, layout: layout, facets: ["country", "coast"])
      let expected = try repository.search(query)
      query.sort = AttributeSort("altitude")
      let sorted = try repository.search(query)
      #expect(sorted.hits.map(\.item.title) == expected.hits.map(\.item.title))
      #expect(sorted.facets == expected.facets)
      #expect(sorted.total == expected.total)
      #expect(sorted.groups.map(\.total) == expected.groups.map(\.total))
    }
  }

  @Test("are listed with the number of items that have each")
  func summaries() throws {
    #expect(
      try repository.attributes().map { "\($0.name) \($0.items)" } == [
        "area 1", "coast 2", "code 1", "country 5", "founded 4", "old 1", "tags 2",
      ])
  }

  @Test(
    "must have names of 1 to 64 characters and finite numbers",
    arguments: [["": 1], ["a\nb": 1], [String(repeating: "a", count: 65): 1], ["a": .number(.nan)]]
      as [[String: AttributeValue]])
  func invalid(attributes: [String: AttributeValue]) throws {
    #expect(throws: ShortlistError.self) {
      try repository.upsert([Item(section: "a", title: "b", attributes: attributes)])
    }
    #expect(try repository.items(in: "Europe").count == 4)
  }

  @Test(
    "of a filter that cannot be read are explained",
    arguments: [
      "", "a", "a =", "= b", "a = b c = d", "(a = b", "a IN b", "a IN [b", "\"a = b", "NOT",
    ])
  func unreadable(text: String) {
    let error = #expect(throws: ShortlistError.self) { try AttributeFilter(text) }
    #expect(error?.code == .invalidFilter)
  }
}
