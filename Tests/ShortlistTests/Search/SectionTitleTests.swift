import Shortlist
import Testing

@Suite("Words in the titles of sections")
struct SectionTitleTests {
  static func repository() throws -> BlockingItemRepository {
    let repository = try ItemRepository.countries()
    try repository.upsert([
      Item(section: "Countries visited", title: "Iceland"),
      Item(section: "Countries visited", title: "Black Ice", body: "a film, not visited in vain"),
      Item(section: "Countries visited", title: "Norway", body: "ice and fjords"),
    ])
    return repository
  }

  static func hits(_ query: SearchQuery) throws -> [String] {
    try repository().search(query).hits.map {
      "\($0.tier.rawValue)\($0.matchesSection ? "+" : "") \($0.item.title)"
    }
  }

  @Test(
    "find the items of the section, one tier below the match of the item",
    arguments: [
      ("visited iceland", ["2+ Iceland"]),
      ("visited ice", ["3+ Iceland", "4 Black Ice", "4+ Norway"]),
      ("ice visited ", ["4 Black Ice", "4+ Norway"]),
      ("visit new", ["3+ New Zealand"]),
      // An unfinished word needs three letters.
      ("norway vis", ["2+ Norway", "2+ Norway"]), ("norway vi", []),
      // The item must have the word that no title has, and at least one.
      ("visited xyz", []), ("countries visited", ["4+ Black Ice"]), ("countries to visit", []),
      // Phrases, fields and exclusions mean the item.
      ("\"visited\" iceland", []), ("keywords:visited iceland", []),
      ("iceland -visited", ["1 Iceland", "1 Iceland"]),
      ("title:iceland visited ", ["2+ Iceland"]),
      ("xyz OR visited iceland", ["2+ Iceland"]),
    ])
  func tiers(text: String, hits: [String]) throws {
    #expect(try Self.hits(SearchQuery(text, layout: .flat, typos: false)) == hits)
  }

  @Test("are left alone if the query says so, and in questions")
  func off() throws {
    #expect(
      try Self.hits(SearchQuery("visited iceland", typos: false, matchesSectionTitles: false)) == []
    )
    #expect(
      try Self.hits(SearchQuery("visited norway", match: .any)).allSatisfy { !$0.contains("+") })
  }

  @Test("count in the totals, and follow the title when it changes")
  func totals() throws {
    let repository = try Self.repository()
    func total(_ text: String) throws -> Total {
      try repository.search(SearchQuery(text, totals: .exact, typos: false)).total
    }
    #expect(try total("visited ice") == .exactly(3))
    try repository.renameSection("Countries visited", to: "Seen")
    #expect(try total("visited ice") == .exactly(1))
    #expect(try total("seen ice") == .exactly(3))
  }

  @Test("score below all hits that have the words themselves")
  func scores() throws {
    let hits = try Self.repository().search(
      SearchQuery("visited ice", layout: .flat, typos: false)
    ).hits
    #expect(hits.map { ($0.score * 8).rounded(.down) } == [5, 4, 4])
    #expect(hits.map(\.score) == hits.map(\.score).sorted(by: >))
    // 3 literally is at least (5 + 0.5 / 2¹⁸) / 8.
    #expect(hits[0].score * 8 < 5 + 0.5 / 262_144)
  }

  @Test("mark nothing, while the words of the item are marked")
  func highlights() throws {
    let hit = try #require(
      try Self.repository().search(SearchQuery("visited ice", typos: false)).hits.first)
    #expect(hit.highlights.map(\.field) == [.title])
    #expect(hit.ranges(in: .title).map { hit.item.title[$0] } == ["Ice"])
  }

  @Test("are named by why and by explanations")
  func reasons() throws {
    let repository = try Self.repository()
    let query = SearchQuery("visited ice", typos: false, explains: true)
    let item = try #require(
      try repository.items(titled: "Iceland").first { $0.section == "Countries visited" })
    let why = try repository.why(item.id, query)
    #expect(why.isHit)
    #expect(
      why.sentences.suffix(4) == [
        "“ice” begins “iceland”, word 1 of the title.",
        "“visited” is in the title of the section.",
        "That is tier 3, of 1 (best) to 8: what the title of the section lacks is on tier 2 "
          + "(the title begins with the words), and the hit stands one tier below.",
        "It stands 1st in its section, best first.",
      ])
    let explanation = try #require(try repository.search(query).hits.first?.explanation)
    #expect(explanation.label == "score = ((8 − tier) + rank / 2²²) / 8")
    #expect(
      explanation.children[0].children.map(\.label) == [
        "“ice” begins “iceland”, in the title, word", "“visited” is in the title of the section",
      ])
  }

  @Test("take part in learning, and in pages")
  func learningAndPages() throws {
    let repository = try Self.repository()
    let norway = try #require(
      try repository.items(titled: "Norway").first { $0.section == "Countries visited" })
    try repository.rememberChoice(of: norway.id, for: "visited ice")
    var query = SearchQuery(
      "visited ice", limit: 1, layout: .flat, typos: false, usesLearning: true)
    var titles: [String] = []
    repeat {
      let page = try repository.search(query)
      titles += page.hits.map(\.item.title)
      query.after = page.next
    } while query.after != nil
    #expect(titles == ["Norway", "Iceland", "Black Ice"])
  }

  @Test("count in facets, also when they alone reach the bound of a flat result")
  func facets() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    let titles = [("East", "First one"), ("East", "First two"), ("West", "First east")]
    try repository.load(
      titles.map { section, title in
        Item(
          id: .init(title), section: .init(section), title: title,
          attributes: ["kind": .text(section)])
      })
    let query = SearchQuery(
      "first east", limit: 1, layout: .flat, totals: .bounded(1), facets: ["kind"])
    let results = try repository.search(query)
    #expect(results.hits.map(\.item.title) == ["First east"])
    #expect(results.facets.first?.values.map(\.total) == [.exactly(2), .exactly(1)])
  }
}
