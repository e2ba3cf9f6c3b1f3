import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A pinned item")
struct PinnedItemsTests {
  static func repository() throws -> BlockingItemRepository {
    let repository = try ItemRepository.countries()
    try repository.pin(["Rome", "Greenland"], for: "Gré ")
    return repository
  }

  static func titles(_ repository: BlockingItemRepository, _ query: SearchQuery) throws -> [String]
  {
    try repository.search(query).hits.map { ($0.isPinned ? "^" : "") + $0.item.title }
  }

  @Test(
    "comes first for its text and for no other",
    arguments: [
      ("gre", ["^Rome", "^Greenland", "Greece"]), ("GRÉ", ["^Rome", "^Greenland", "Greece"]),
      ("gr", ["Greece", "Greenland"]), ("gree", ["Greece", "Greenland"]),
      ("gre -rome", ["Greece", "Greenland"]), ("", []),
    ])
  func order(text: String, titles: [String]) throws {
    #expect(try Self.titles(Self.repository(), SearchQuery(text, layout: .flat)) == titles)
  }

  @Test("obeys scopes and exclusions, keeps its place in list order, and stays out of questions")
  func limits() throws {
    let repository = try Self.repository()
    #expect(try Self.titles(repository, SearchQuery("gre", in: ["Countries visited"])) == [])
    #expect(
      try Self.titles(repository, SearchQuery("gre", order: .list))
        == ["^Greenland", "Greece", "^Rome"])
    #expect(
      try Self.titles(repository, SearchQuery("gre", match: .any)) == ["Greece", "Greenland"])
    try repository.pin(["Rome"], for: "rome gre")
    #expect(try Self.titles(repository, SearchQuery("-rome gre")) == ["Greece", "Greenland"])
  }

  @Test("counts in totals and pages, and lifts its section")
  func totals() throws {
    let repository = try Self.repository()
    try repository.pin(["India"], for: "gre")
    try repository.unpin(["Greenland", "Iceland"], for: "gre")
    var query = SearchQuery("gre", limit: 1, maxGroups: 1, totals: .exact)
    let results = try repository.search(query)
    #expect(results.total == .exactly(4))
    #expect(results.groupTotal == .exactly(2))
    #expect(results.groups.map(\.total) == [.exactly(3)])
    query = SearchQuery("gre", limit: 1, layout: .flat)
    var titles: [String] = []
    repeat {
      let page = try repository.search(query)
      titles += page.hits.map(\.item.title)
      query.after = page.next
    } while query.after != nil
    #expect(titles == ["Rome", "India", "Greece", "Greenland"])
  }

  @Test("stands before learned items, and takes none of their places")
  func learning() throws {
    let repository = try ItemRepository.countries()
    for id in ["Ireland", "Iceland", "Norway"] {
      try repository.rememberChoice(of: Item.ID(id), for: "i")
    }
    try repository.pin(["Ireland"], for: "i")
    let hits = try repository.search(SearchQuery("i", layout: .flat, usesLearning: true)).hits
    #expect(hits.prefix(2).map(\.item.title) == ["Ireland", "Iceland"])
    #expect(hits.prefix(2).map(\.isLearned) == [false, true])
  }

  @Test("is on the tier of its words, or on tier 1")
  func tiers() throws {
    let hits = try Self.repository().search(SearchQuery("gre")).hits
    #expect(hits.map(\.tier) == [.title, .prefix, .prefix])
    #expect(hits[0].highlights == [])
    #expect(hits[1].highlights.count == 1)
  }

  @Test("stays pinned while it is moved and changed, until it is removed")
  func changes() throws {
    let repository = try Self.repository()
    try repository.move(["Rome"], to: "Countries visited")
    try repository.upsert([Item(id: "Rome", section: "Cities", title: "Roma")])
    #expect(try repository.pins().map(\.item) == ["Rome", "Greenland"])
    #expect(try Self.titles(repository, "gre") == ["^Roma", "^Greenland", "Greece"])
    try repository.remove(["Rome"])
    #expect(try repository.pins() == [PinnedItem(text: "gre", item: "Greenland")])
    try repository.upsert([Item(id: "Rome", section: "Cities", title: "Rome")])
    #expect(try Self.titles(repository, "gre") == ["^Greenland", "Greece"])
  }

  @Test("moves to the end when it is pinned again, and goes when it is unpinned")
  func pinning() throws {
    let repository = try Self.repository()
    try repository.pin(["India", "Rome"], for: "gre")
    #expect(try repository.pins().map(\.item) == ["Greenland", "India", "Rome"])
    #expect(try repository.unpin(["India", "Norway"], for: "gre") == 1)
    #expect(try repository.unpin(for: "gre") == 2)
    #expect(try repository.unpin(for: "gre") == 0)
    #expect(try Self.titles(repository, "gre") == ["Greece", "Greenland"])
  }

  @Test("must exist, and its text must have a word")
  func errors() throws {
    let repository = try Self.repository()
    func code(_ ids: [Item.ID], _ text: String) -> ShortlistError.Code? {
      do throws(ShortlistError) {
        try repository.pin(ids, for: text)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(["India", "Atlantis"], "gre") == .unknownItem)
    #expect(code(["India"], " – ") == .invalidValue)
    #expect(try repository.pins().count == 2)
  }

  @Test("wakes live results, in every repository on the file")
  func announcements() async throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path)
    try await repository.add("Rome", to: "Cities")
    let other = try BlockingItemRepository(path: file.path)
    #expect(try Self.titles(other, "gre") == [])
    var results = repository.results(for: "gre").makeAsyncIterator()
    #expect(try await results.next()?.hits.count == 0)
    try other.pin(["Cities/Rome"], for: "gre")
    #expect(try await results.next()?.hits.map(\.isPinned) == [true])
    #expect(try Self.titles(other, "gre") == ["^Rome"])
    other.close()
    await repository.close()
  }

  @Test("is explained")
  func reasons() throws {
    let repository = try Self.repository()
    let rome = try repository.why("Rome", "gre")
    #expect(rome.isHit)
    #expect(
      rome.sentences.suffix(2) == [
        "It is pinned for this text, and a hit on tier 1, of 1 (best) to 8, whatever its words are.",
        "It stands 1st in its section, best first.",
      ])
    let greenland = try repository.why("Greenland", "gre")
    #expect(
      greenland.sentences.suffix(3) == [
        "That is tier 2, of 1 (best) to 8: the title begins with the words.",
        "It comes first because it is pinned for this text.",
        "It stands 2nd in its section, best first.",
      ])
    let outside = try repository.why("Rome", SearchQuery("gre", in: ["Countries visited"]))
    #expect(!outside.isHit)
    #expect(
      outside.sentences.last == "Else it would be a hit, because it is pinned for this text.")
    #expect(try repository.why("Rome", "gree").place == nil)
    let hits = try repository.search(SearchQuery("gre", explains: true)).hits
    #expect(
      hits.map { $0.explanation?.first("pinned for this text") != nil } == [true, true, false])
  }

  @Test("is exported with its section, and survives a repair and a backup")
  func copies() throws {
    let repository = try Self.repository()
    try repository.pin(["India"], for: "asia")
    func pins(_ sections: [ItemSection.ID]?) throws -> [String] {
      var pins: [String] = []
      try repository.export(sections) { (element) throws(Never) in
        if case .pin(let pin) = element { pins.append("\(pin.text) \(pin.item)") }
      }
      return pins
    }
    #expect(try pins(nil) == ["asia India", "gre Rome", "gre Greenland"])
    #expect(try pins(["Countries visited"]) == ["asia India"])
    let folder = try TemporaryFolder()
    let path = folder.path("copy.sqlite")
    try repository.backup(to: path)
    let copy = try BlockingItemRepository(path: path)
    #expect(try copy.pins().count == 3)
    try copy.repair()
    #expect(try copy.pins() == repository.pins())
    #expect(try copy.check().findings == [])
    copy.close()
  }
}
