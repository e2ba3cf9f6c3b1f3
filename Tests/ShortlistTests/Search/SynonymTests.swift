import Shortlist
import Testing

@Suite("Synonyms")
struct SynonymTests {
  private static func repository(
    _ titles: [String], _ sets: [SynonymSet] = []
  ) throws -> BlockingItemRepository {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert(titles.map { Item(id: Item.ID($0), section: "s", title: $0) })
    try repository.addSynonyms(sets)
    return repository
  }

  private static let countries = [
    "United States", "United States of America", "USA Today", "The USA", "Unites Statues",
  ]
  private static let usa = SynonymSet(["usa", "united states", "united states of america"])

  private func found(
    _ text: String, in repository: BlockingItemRepository, limit: Int = 3
  ) throws -> [String] {
    try repository.search(SearchQuery(text, limit: limit, typos: false)).hits.map { hit in
      "\(hit.item.title) \(hit.tier.rawValue)\(hit.matchesSynonym ? "~" : "")"
    }
  }

  @Test("find each other's items, and stand below literal matches of the same tier")
  func mutual() throws {
    let repository = try Self.repository(Self.countries, [Self.usa])
    #expect(
      try found("usa ", in: repository, limit: 9) == [
        "United States 1~", "United States of America 1~", "USA Today 2", "The USA 3",
      ])
    #expect(
      try found("united states", in: repository, limit: 9) == [
        "United States 1", "United States of America 1~", "USA Today 2~", "The USA 3~",
      ])
  }

  @Test("are looked up for the last word only once it is typed in full", arguments: ["us", "usal"])
  func halfTyped(text: String) throws {
    let repository = try Self.repository(Self.countries, [Self.usa])
    #expect(try found(text, in: repository).allSatisfy { !$0.hasSuffix("~") })
    #expect(try found("usa", in: repository).first == "United States 1~")
  }

  @Test("may be one-way")
  func oneWay() throws {
    let repository = try Self.repository(
      ["Kubernetes", "K8s by example"], [SynonymSet(["kubernetes"], for: "k8s")])
    #expect(try found("k8s ", in: repository) == ["Kubernetes 1~", "K8s by example 2"])
    #expect(try found("kubernetes ", in: repository) == ["Kubernetes 1"])
  }

  @Test("of synonyms do not count")
  func oneStep() throws {
    let repository = try Self.repository(
      ["car", "auto", "vehicle"], [SynonymSet(["car", "auto"]), SynonymSet(["auto", "vehicle"])])
    #expect(try found("car ", in: repository) == ["car 1", "auto 1~"])
    #expect(try found("auto ", in: repository) == ["auto 1", "car 1~", "vehicle 1~"])
  }

  @Test("stand in for any words of a query, and all at once")
  func inPlace() throws {
    let repository = try Self.repository(
      ["Road map of the United States", "Road atlas of the United States", "USA road map"],
      [Self.usa, SynonymSet(["map", "atlas"])])
    #expect(
      try found("usa map roa", in: repository) == [
        "USA road map 3", "Road map of the United States 3~", "Road atlas of the United States 3~",
      ])
    // The words of a synonym must stand next to each other.
    try repository.upsert([Item(id: "x", section: "s", title: "States united by a map")])
    #expect(try found("usa map", in: repository).count == 3)
  }

  @Test(
    "do not count in quotes, in a field, with OR or with a minus sign",
    arguments: ["\"usa\" ", "title:usa ", "usa OR xyz ", "usa -\"united states\" "])
  func operators(text: String) throws {
    let repository = try Self.repository(Self.countries, [Self.usa])
    #expect(try found(text, in: repository, limit: 2) == ["USA Today 2", "The USA 3"])
  }

  @Test("beside a word in a field do count")
  func besideField() throws {
    let repository = try Self.repository(["Road map of the United States"], [Self.usa])
    #expect(try found("title:map usa ", in: repository) == ["Road map of the United States 3~"])
    #expect(try found("body:map usa ", in: repository) == [])
  }

  @Test("do not count in questions")
  func questions() throws {
    let repository = try Self.repository(["United States"], [Self.usa])
    #expect(try repository.search(SearchQuery("usa", match: .any)).hits.isEmpty)
  }

  @Test("find texts too, behind literal matches, and mark their words")
  func texts() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert([
      Item(id: "1", section: "s", title: "One", body: "Made in the United States.", weight: 9),
      Item(id: "2", section: "s", title: "Two", body: "Made in the USA."),
    ])
    try repository.addSynonyms([Self.usa])
    let hits = try repository.search(SearchQuery("usa made ")).hits
    #expect(hits.map(\.item.id) == ["2", "1"])
    #expect(hits.map(\.tier) == [.text, .text])
    #expect(hits.map(\.matchesSynonym) == [false, true])
    #expect(hits[0].score > hits[1].score && hits[1].score > 0.5)
    #expect(hits[1].ranges(in: .body).map { hits[1].item.body[$0] } == ["Made", "United States"])
    #expect(hits[1].snippet?.text == "Made in the United States.")
  }

  @Test("match other forms of their words if the list has stems")
  func stems() throws {
    var options = ItemRepository.Options()
    options.stemming = .english
    let repository = try ItemRepository(path: ":memory:", options: options).blocking
    try repository.upsert([Item(id: "1", section: "s", title: "Fast automobiles")])
    try repository.addSynonyms([SynonymSet(["car", "automobile"])])
    let hit = try repository.search(SearchQuery("car ")).hits.first
    #expect(hit?.tier == .text && hit?.matchesSynonym == true)
    #expect(hit?.ranges(in: .title).count == 1)
  }

  @Test("of symbols and hyphens are found as if they were typed")
  func symbols() throws {
    let repository = try Self.repository(
      ["C++ primer", "Email guide"],
      [SynonymSet(["cpp", "C++"]), SynonymSet(["letter", "e-mail"])])
    #expect(try found("cpp ", in: repository) == ["C++ primer 2~"])
    #expect(try found("letter ", in: repository) == ["Email guide 2~"])
  }

  @Test("are limited to 32 spellings, those with the fewest replacements first")
  func bound() throws {
    let (first, second) = ((0..<20).map { "a\($0)" }, (0..<20).map { "b\($0)" })
    let repository = try Self.repository(
      ["a1 b1", "a19 b0", "a0 b13", "a0 b14"], [SynonymSet(first), SynonymSet(second)])
    // 19 spellings replace the first word, and 13 of the other 19 the second.
    #expect(try found("a0 b0 ", in: repository, limit: 9) == ["a19 b0 1~", "a0 b13 1~"])
  }
}
