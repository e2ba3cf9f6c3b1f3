import Shortlist
import Testing

@Suite("Values of the app")
struct ValueTests {
  private struct Country: ItemConvertible, Equatable {
    let code: String
    var name: String
    var isVisited = false

    var item: Item {
      Item(
        id: .init(code), section: isVisited ? "Countries visited" : "Countries to visit",
        title: name)
    }
  }

  private static let countries = [
    Country(code: "IS", name: "Iceland"), Country(code: "IE", name: "Ireland", isVisited: true),
    Country(code: "FR", name: "France"),
  ]

  @Test(
    "are found again by the texts of their items",
    arguments: [SearchQuery.Layout.flat, .grouped])
  func found(layout: SearchQuery.Layout) async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.upsert(values: Self.countries)
    let results = try await repository.search(
      SearchQuery("land", layout: layout), as: Country.self)
    let values = try results.hits.map { try $0.value }
    #expect(Set(values.map(\.code)) == ["IS", "IE"])
    #expect(values.map(\.name) == results.hits.map(\.item.title))
    #expect(results.hits.map(\.hit) == results.results.hits)
    #expect(results.groups.map(\.section.title) == results.results.groups.map(\.section.title))
    #expect(results.groups.flatMap(\.hits).count == (layout == .flat ? 0 : 2))
    await repository.close()
  }

  @Test("move when they change their section, and are replaced when they change")
  func changed() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert(values: Self.countries)
    var iceland = Self.countries[0]
    iceland.isVisited = true
    #expect(try repository.upsert(values: [iceland]).map(\.section) == ["Countries visited"])
    let results = try repository.search("ice", as: Country.self)
    #expect(try results.hits.map { try $0.value } == [iceland])
  }

  @Test("An item without such a value is named in the error")
  func missing() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert(values: Self.countries)
    try repository.upsert([Item(id: "x", section: "Others", title: "Greenland")])
    let results = try repository.search("land", as: Country.self)
    #expect(results.hits.count == 3)
    let other = try #require(results.hits.first { $0.id == "x" })
    let error = #expect(throws: ShortlistError.self) { try other.value }
    #expect(error?.code == .invalidValue)
    #expect(error?.message.contains("“x”") == true)
  }

  /// A value that counts how often it is decoded.
  private struct Counted: ItemConvertible {
    static let decoded = Locked(0)
    let number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      Self.decoded.withLock { $0 += 1 }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }

    var item: Item { Item(id: .init("\(number)"), section: "Numbers", title: "Number \(number)") }
  }

  @Test("are decoded once, when they are read")
  func decoding() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert(values: (0..<10).map(Counted.init))
    let results = try repository.search("number", as: Counted.self)
    #expect(Counted.decoded.withLock { $0 } == 0)
    for _ in 0..<3 {
      let hit = try #require(results.hits.first)
      #expect(try hit.value.number == Int(hit.id.rawValue))
    }
    #expect(Counted.decoded.withLock { $0 } == 1)
  }

  @Test("make the same payload each time")
  func unchanged() throws {
    struct Place: ItemConvertible {
      var a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8
      var item: Item { Item(id: "p", section: "Places", title: "Place") }
    }
    #expect(try Set((0..<100).map { _ in try Item(Place()).payload }).count == 1)
  }
}
