import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The guide to synonyms and pins")
struct SynonymsAndPinsTests {
  private let places: ItemRepository

  init() throws {
    let guide = try Document(Document.catalogue + "/SynonymsAndPins.md")
    places = try ItemRepository(path: ":memory:")
    let shown = try #require(guide.commands.first { $0.shownFile == "places.ndjson" })
    let items = try shown.output.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) }
    try places.blocking.upsert(items)
  }

  @Test("finds items through synonyms")
  func synonyms() async throws {
    var printed = ""
    func print(_ title: String, _ matchesSynonym: Bool) { printed = "\(title) \(matchesSynonym)" }
    // snippet: synonyms
    try await places.addSynonyms([
      SynonymSet(["Deutschland", "Germany"]),
      SynonymSet(["Georgia"], for: "Caucasus"),
    ])
    let found = try await places.search(SearchQuery("deutschland", layout: .flat))
    print(found.hits[0].item.title, found.hits[0].matchesSynonym)  // Germany true
    // end
    #expect(printed == "Germany true")
    #expect(try await places.search(SearchQuery("deut", typos: false)).hits.isEmpty)
    try await places.add("Caucasus", to: "Mountains")
    #expect(try await places.search(SearchQuery("georgia")).hits.allSatisfy { !$0.matchesSynonym })
  }

  @Test("puts an item first that was pinned")
  func pins() async throws {
    var printed: [Bool] = []
    func print(_ pinned: [Bool]) { printed = pinned }
    // snippet: pins
    try await places.pin(["Islands/South Georgia"], for: "penguins")
    let pinned = try await places.search("penguins")
    print(pinned.hits.map(\.isPinned))  // [true]
    // end
    #expect(printed == [true])
  }
}
