import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A change set")
struct ChangeSetTests {
  private let repository: ItemRepository

  init() throws { repository = try ItemRepository(path: ":memory:") }

  private static func item(_ id: String, _ title: String, in section: String = "s") -> Item {
    Item(id: Item.ID(id), section: ItemSection.ID(section), title: title)
  }

  private func titles(in section: ItemSection.ID = "s") async throws -> [String] {
    try await repository.items(in: section).map(\.title)
  }

  @Test("changes items and sets its checkpoint; a second time, it changes nothing")
  func twice() async throws {
    try await repository.upsert([Self.item("1", "One"), Self.item("2", "Two")])
    let changes = ChangeSet(
      upserts: [Self.item("2", "Zwei"), Self.item("3", "Three")], removals: ["1", "missing"],
      checkpoint: Checkpoint(name: "n", value: Data([0, 1, 255])))
    let counts = try await repository.apply(changes)
    #expect((counts.inserted, counts.updated, counts.unchanged, counts.removed) == (1, 1, 0, 1))
    let again = try await repository.apply(changes)
    #expect((again.inserted, again.updated, again.unchanged, again.removed) == (0, 0, 2, 0))
    #expect(try await titles() == ["Zwei", "Three"])
    #expect(try await repository.checkpoint("n") == changes.checkpoint)
    #expect(try await repository.checkpoint("N") == nil)
    #expect(try await repository.search(SearchQuery("zwei")).hits.map(\.id) == ["2"])
    #expect(try repository.blocking.check().findings == [])
    try await repository.removeCheckpoint("n")
    #expect(try await repository.checkpoint("n") == nil)
  }

  @Test("keeps an item that it both adds and removes")
  func both() async throws {
    try await repository.apply(ChangeSet(upserts: [Self.item("1", "One")], removals: ["1"]))
    #expect(try await titles() == ["One"])
  }

  @Test("that fails changes neither items nor checkpoint")
  func failing() async throws {
    try await repository.apply(
      ChangeSet(checkpoint: Checkpoint(name: "n", value: Data("1".utf8))))
    let bad = ChangeSet(
      upserts: [Self.item("1", "One"), Self.item("2", " ")],
      checkpoint: Checkpoint(name: "n", value: Data("2".utf8)))
    await #expect(throws: ShortlistError.self) { try await repository.apply(bad) }
    for checkpoint in [
      Checkpoint(name: "", value: Data()), Checkpoint(name: "n", value: Data(count: 1_025)),
    ] {
      let error = await #expect(throws: ShortlistError.self) {
        try await repository.apply(
          ChangeSet(upserts: [Self.item("1", "One")], checkpoint: checkpoint))
      }
      #expect(error?.code == .invalidValue)
    }
    #expect(try await repository.sections() == [])
    #expect(try await repository.checkpoint("n")?.value == Data("1".utf8))
  }

  @Test("of thousands of items leaves a sound index, and few segments")
  func large() async throws {
    for round in 0..<6 {
      let items = (0..<2_000).map { Self.item("\($0)", "Item \($0) of round \(round)") }
      try await repository.apply(ChangeSet(upserts: items, removals: [Item.ID("\(2_000 + round)")]))
    }
    #expect(try await repository.search(SearchQuery("round 5 1999")).hits.map(\.id) == ["1999"])
    #expect(try repository.blocking.check().findings == [])
  }

  @Test("is announced only if it changes an item")
  func announcements() async throws {
    let changes = ChangeSet(upserts: [Self.item("1", "One")])
    try await repository.apply(changes)
    var heard = repository.changes.makeAsyncIterator()
    try await repository.apply(changes)
    try await repository.apply(
      ChangeSet(checkpoint: Checkpoint(name: "n", value: Data("1".utf8))))
    let listening = Task { await heard.next() != nil }
    try await Task.sleep(for: .milliseconds(50))
    listening.cancel()
    #expect(await !listening.value)
  }

  @Test("survives a repair without its checkpoint, so that its source is read again")
  func repair() async throws {
    try await repository.apply(
      ChangeSet(
        upserts: [Self.item("1", "One")], checkpoint: Checkpoint(name: "n", value: Data([1]))))
    try repository.blocking.repair()
    #expect(try await titles() == ["One"])
    #expect(try await repository.checkpoint("n") == nil)
  }
}

@Suite("A reconciliation")
struct ReconciliationTests {
  private static let mark = Checkpoint(name: "n", value: Data("7".utf8))

  private static func items(_ numbers: some Sequence<Int>, title: String = "Item") -> [Item] {
    numbers.map { Item(id: Item.ID("a/\($0)"), section: "s", title: "\(title) \($0)") }
  }

  @Test(
    "updates what is listed and removes the rest, in batches of any size",
    arguments: [10, 4_000])
  func everything(count: Int) async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.load(Self.items(0..<count))
    let listed = Self.items(stride(from: 0, to: 2 * count, by: 2))
    let done = try await repository.reconcile(with: listed, checkpoint: Self.mark)
    #expect(done.loaded == count)
    let counts = done.counts
    #expect(
      (counts.inserted, counts.unchanged, counts.removed) == (count / 2, count / 2, count / 2))
    let found = try await repository.items(in: "s")
    #expect(Set(found) == Set(listed))
    #expect(try await repository.checkpoint("n") == Self.mark)
    #expect(try repository.blocking.check().findings == [])
  }

  @Test("leaves items outside its scope alone")
  func scopes() async throws {
    let repository = try ItemRepository(path: ":memory:")
    let others = ["a", "a.", "a0", "b/1", "A/1", "ä/1"].map {
      Item(id: Item.ID($0), section: "t", title: $0)
    }
    try await repository.upsert(Self.items(0..<3) + others)
    try await repository.reconcile(with: Self.items(1..<2), in: .ids(prefix: "a/"))
    #expect(try await repository.items(in: "s").map(\.id) == ["a/1"])
    #expect(try await repository.items(in: "t").count == others.count)
    try await repository.reconcile(with: [], in: .sections(["t", "missing"]))
    #expect(try await repository.sections().map(\.count) == [1, 0])
    try await repository.reconcile(with: [])
    #expect(try await repository.sections().map(\.count) == [0, 0])
  }

  @Test("finds items without ids where they were moved to, and those that share a title")
  func derivedIDs() async throws {
    let repository = try ItemRepository(path: ":memory:")
    let listed = ["Rome", "Rome", "Oslo", "Bern"].map { Item(section: "to visit", title: $0) }
    try await repository.load(listed)
    try await repository.move(["to visit/Oslo"], to: "visited")
    let there = Item(section: "visited", title: "Oslo")
    let done = try await repository.reconcile(with: listed.prefix(2) + [there])
    #expect((done.counts.unchanged, done.counts.removed) == (3, 1))
    #expect(try await repository.items(titled: "Oslo").map(\.section) == ["visited"])
  }

  @Test("that fails or is cancelled sets no checkpoint and removes nothing")
  func incomplete() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.load(Self.items(0..<10))
    let bad = Self.items(0..<3) + [Item(id: "bad", section: "s", title: "")]
    await #expect(throws: ShortlistError.self) {
      try await repository.reconcile(with: bad, checkpoint: Self.mark)
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await repository.reconcile(with: Self.items(0..<3), checkpoint: Self.mark)
    }
    await #expect(throws: ShortlistError.self) { try await task.value }
    #expect(try await repository.items(in: "s").count == 10)
    #expect(try await repository.checkpoint("n") == nil)
  }
}
