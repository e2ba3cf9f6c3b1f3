import Foundation
import Shortlist
import Testing

@Suite("An item without an id")
struct IdentityTests {
  private let repository: BlockingItemRepository

  init() throws {
    repository = try ItemRepository(path: ":memory:").blocking
    try repository.add("Rome", to: "A")
  }

  private func places() throws -> [String] {
    try repository.sections().flatMap { section in
      try repository.items(in: section.id).map { "\(section.id): \($0.id)" }
    }
  }

  @Test("stays where it was moved when it is added again, and is updated there")
  func movedAndAddedAgain() throws {
    try repository.move(["A/Rome"], to: "B")
    let added = try repository.add("Rome", to: "A")
    #expect(added.id == "A/Rome")
    #expect(added.section == "B")
    let kept = try repository.upsert([Item(section: "A", title: "Rome", weight: 3)])
    #expect(kept.map(\.section) == ["B"])
    let counts = try repository.load([Item(section: "A", title: "Rome", weight: 3)]).counts
    #expect(counts.unchanged == 1)
    #expect(try places() == ["B: A/Rome"])
    #expect(try repository.item("A/Rome")?.weight == 3)
  }

  @Test("is the same item under the section that it was moved to")
  func addedWhereItStands() throws {
    try repository.move(["A/Rome"], to: "B")
    #expect(try repository.add("Rome", to: "B").id == "A/Rome")
    try repository.load([
      Item(section: "B", title: "Rome", subtitle: "city"), Item(section: "A", title: "Rome"),
    ])
    try repository.move(["A/Rome"], to: "C")
    #expect(try repository.add("Rome", to: "C").id == "A/Rome")
    // It is no longer in B.
    #expect(try repository.add("Rome", to: "B").id == "B/Rome")
    #expect(try places() == ["B: B/Rome", "C: A/Rome"])
    #expect(try repository.check().findings == [])
  }

  @Test("does not make the section it came from when that is gone")
  func sectionThatIsGone() throws {
    try repository.move(["A/Rome"], to: "B")
    try repository.removeSection("A")
    try repository.add("Rome", to: "A")
    #expect(try repository.sections().map(\.id) == ["B"])
  }

  @Test("is another item where one of that id is, or comes")
  func takenID() throws {
    try repository.add("Rome", to: "B")
    try repository.move(["A/Rome"], to: "B")
    #expect(try repository.add("Rome", to: "B").id == "B/Rome")
    try repository.add("Oslo", to: "A")
    try repository.move(["A/Oslo"], to: "B")
    try repository.upsert([Item(id: "B/Oslo", section: "C", title: "Another Oslo")])
    #expect(try repository.add("Oslo", to: "B").id == "B/Oslo")
    #expect(try places() == ["B: B/Rome", "B: A/Rome", "B: A/Oslo", "C: B/Oslo"])
    #expect(try repository.check().findings == [])
  }

  @Test("is new again once it was removed")
  func removed() throws {
    try repository.move(["A/Rome"], to: "B")
    try repository.remove(["A/Rome"])
    #expect(try repository.add("Rome", to: "B").id == "B/Rome")
    try repository.move(["B/Rome"], to: "C")
    try repository.removeSection("C")
    #expect(try repository.add("Rome", to: "C").id == "C/Rome")
    #expect(try repository.check().findings == [])
  }

  @Test("is moved by an upsert once it came back from the repository, for it has an id then")
  func fetched() throws {
    try repository.move(["A/Rome"], to: "B")
    var item = try #require(try repository.item("A/Rome"))
    #expect(!item.hasDerivedID)
    item.section = "A"
    try repository.upsert([item])
    #expect(try places() == ["A: A/Rome"])
    #expect(item == Item(section: "A", title: "Rome"))
  }

  @Test("comes back into a section that is replaced, and is one item under both names")
  func replaced() throws {
    try repository.move(["A/Rome"], to: "B")
    let counts = try repository.replaceSection(
      ItemSection(id: "B"),
      with: [Item(section: "B", title: "Oslo"), Item(section: "B", title: "Rome")])
    #expect(counts.inserted == 1 && counts.unchanged == 1 && counts.removed == 0)
    #expect(try places() == ["B: B/Oslo", "B: A/Rome"])
    try repository.replaceSection(
      ItemSection(id: "A"), with: [Item(section: "A", title: "Rome")])
    #expect(try places() == ["A: A/Rome", "B: B/Oslo"])
    #expect(try repository.check().findings == [])
  }

  @Test("is found after its file was exported and loaded, repaired, and opened again")
  func kept() throws {
    let database = try TemporaryDatabase()
    let file = try ItemRepository(path: database.path).blocking
    try file.load([Item(id: "A/Rome", section: "B", title: "Rome")])
    try file.repair()
    file.close()
    let again = try ItemRepository(path: database.path).blocking
    defer { again.close() }
    #expect(try again.add("Rome", to: "B").id == "A/Rome")
    #expect(try again.check().findings == [])
  }

  @Test("keeps apart what its bytes keep apart")
  func canonicallyEqual() throws {
    let titles = ["Zürich", "Zu\u{308}rich"]
    #expect(try repository.load(titles.map { Item(section: "Z", title: $0) }).counts.inserted == 2)
    try repository.replaceSection(
      ItemSection(id: "Z"), with: titles.map { Item(section: "Z", title: $0) })
    #expect(try repository.items(in: "Z").count == 2)
  }
}

@Suite("Items of one load")
struct RepeatedItemTests {
  private static let rows = [
    Item(section: "US", title: "Springfield", subtitle: "IL"),
    Item(section: "US", title: "Springfield", subtitle: "MA"),
    Item(section: "US", title: "Springfield#2", subtitle: "no town"),
    Item(section: "US", title: "Springfield", subtitle: "MO"),
    Item(section: "UK", title: "Springfield", subtitle: "Fife"),
  ]
  private static let ids = [
    "US/Springfield", "US/Springfield#2", "US/Springfield#2#2", "US/Springfield#3",
  ]

  @Test("that have one section and title and no id are different items, in their order")
  func numbered() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    let first = try repository.load(Self.rows).counts
    #expect(first.inserted == 5 && first.numbered == 3 && first.repeated == 0)
    let items = try repository.items(in: "US")
    #expect(items.map(\.id.rawValue) == Self.ids)
    #expect(items.map(\.subtitle) == ["IL", "MA", "no town", "MO"])
    let again = try repository.load(Self.rows).counts
    #expect(again.unchanged == 5 && again.loaded == 5)
    try repository.move(["US/Springfield#3"], to: "Elsewhere")
    #expect(try repository.load(Self.rows).counts.unchanged == 5)
    let replaced = try repository.replaceSection(
      ItemSection(id: "US"), with: Array(Self.rows.prefix(4)))
    #expect(replaced.numbered == 3 && replaced.removed == 0)
    #expect(try repository.items(in: "US").map(\.id.rawValue) == Self.ids)
    #expect(try repository.check().findings == [])
  }

  @Test("are numbered across batches, and by the asynchronous load as well")
  func batches() async throws {
    let repository = try ItemRepository(path: ":memory:")
    let items = (0..<27_265).map { Item(section: "S", title: "Same", subtitle: "\($0)") }
    let source = AsyncStream<Item> { continuation in
      for item in items { continuation.yield(item) }
      continuation.finish()
    }
    let done = try await repository.load(source)
    #expect(done.counts.inserted == 27_265)
    #expect(try await repository.sections().map(\.count) == [27_265])
    #expect(try await repository.load(items).counts.unchanged == 27_265)
  }

  @Test("that have one id are one item, the last of them")
  func repeated() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    let items = (0..<30_000).map { number in
      Item(id: Item.ID("\(number % 20_000)"), section: "S", title: "Number \(number)")
    }
    let counts = try repository.load(items).counts
    #expect(counts.inserted == 20_000 && counts.repeated == 10_000 && counts.updated == 0)
    #expect(try repository.item("3")?.title == "Number 20003")
    let replaced = try repository.replaceSection(ItemSection(id: "S"), with: items)
    #expect(replaced.unchanged == 20_000 && replaced.repeated == 10_000)
  }

  @Test("are written only where they changed")
  func unchanged() throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path).blocking
    defer { repository.close() }
    var items = (0..<3_000).map { number in
      Item(
        section: "S", title: "Number \(number)", subtitle: "a", keywords: ["b", ""], body: "c",
        weight: 2.5, payload: number % 2 == 0 ? Data() : nil)
    }
    try repository.load(items)
    func pages() throws -> Int { try repository.statistics().logSize }
    let before = try pages()
    #expect(try repository.load(items).counts.unchanged == 3_000)
    // Only some counters were written.
    #expect(try pages() - before < 64 << 10)
    items[7].payload = nil
    items[8].payload = nil
    items[9].keywords = ["b"]
    items[10].weight = 2
    let counts = try repository.load(items).counts
    #expect(counts.updated == 3 && counts.unchanged == 2_997)
  }
}
