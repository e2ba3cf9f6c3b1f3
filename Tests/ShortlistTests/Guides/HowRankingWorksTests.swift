import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The guide to ranking")
struct HowRankingWorksTests {
  private let guide: Document
  private let places: ItemRepository

  init() throws {
    guide = try Document(Document.catalogue + "/HowRankingWorks.md")
    places = try ItemRepository(path: ":memory:")
    let shown = try #require(guide.commands.first { $0.shownFile == "places.ndjson" })
    let items = try shown.output.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) }
    try places.blocking.upsert(items)
  }

  @Test("shows a query with everything that it can choose")
  func query() async throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // snippet: query
    var query = SearchQuery("geor")
    query.groupOrder = .sections  // sections in the order of the list
    query.maxGroups = 10  // only the first 10; the totals include the others
    query.limit = 3  // hits of each section
    query.sections = ["Countries", "Islands"]  // search only these
    let results = try await places.search(query)
    for group in results.groups {
      print(group.section.title, group.hits.map(\.item.title), group.total.value)
    }
    // end
    #expect(printed == ["Countries [\"Georgia\"] 1", "Islands [\"South Georgia\"] 1"])
  }

  @Test("puts an item first that was chosen before")
  func learning() async throws {
    var printed = ""
    func print(_ title: String) { printed = title }
    // snippet: learning
    try await places.rememberChoice(of: "Cities/Tbilisi", for: "ge")
    let learned = try await places.search(SearchQuery("ge", layout: .flat, usesLearning: true))
    print(learned.hits[0].item.title)  // Tbilisi
    // end
    #expect(printed == "Tbilisi")
    for text in ["g", "geo"] {
      let query = SearchQuery(text, layout: .flat, usesLearning: true)
      #expect(try await places.search(query).hits.first?.item.title == "Tbilisi", "\(text)")
    }
    let plain = try await places.search(SearchQuery("ge", layout: .flat))
    #expect(plain.hits.first?.item.title == "Germany")
  }

  @Test("shows all tiers in its picture, best first")
  func picture() throws {
    let picture = try Document(Document.catalogue + "/tiers.svg").lines.joined()
    let names = picture.matches(of: /class="name">(\w+)</).map { String($0.output.1) }
    #expect(names == MatchTier.allCases.map(\.name))
  }

  @Test("is right about an edit of the first letter, and of words with a digit")
  func edits() async throws {
    try await places.upsert([
      Item(section: "Streets", title: "Interstate"), Item(section: "Streets", title: "Route66a"),
    ])
    func titles(_ text: String) async throws -> [String] {
      try await places.search(SearchQuery(text)).hits.map(\.item.title)
    }
    #expect(try await titles("gerrmany") == ["Germany"])
    #expect(try await titles("hermany") == [])
    #expect(try await titles("unterstate") == ["Interstate"])
    #expect(try await titles("route67a") == [])
  }
}
