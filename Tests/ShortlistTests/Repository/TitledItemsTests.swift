import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Items of a title")
struct TitledItemsTests {
  @Test("are found whatever the title is, and all of them", arguments: Rounds.seeds(5))
  func anyTitle(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 7_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var titles = [
      "!!!", "?", "a", "a b c d e f g h", "a b c d e f g h i", "東京 a", "\"a\"b", " !!! ",
    ]
    for _ in 0..<60 {
      let title = generator.text(words: 12)
      if !title.isEmpty { titles.append(title) }
    }
    let items: [Item] = (0..<3 * titles.count).map { number in
      Item(
        id: Item.ID("\(number)"), section: ItemSection.ID("\(number % 5)"),
        title: titles[number % titles.count], body: "a b !!!")
    }
    try repository.upsert(items)
    for title in titles {
      let found = try repository.items(titled: title)
      let wanted = items.filter { $0.title == title }
      #expect(Set(found.map(\.id)) == Set(wanted.map(\.id)), "Seed \(seed): “\(title)”")
      #expect(found.count == wanted.count)
    }
  }

  @Test("are no more and no fewer than those with just this title, in the order of the list")
  func exactly() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    func item(_ id: String, _ section: ItemSection.ID, _ title: String, _ weight: Double) -> Item {
      Item(id: Item.ID(id), section: section, title: title, weight: weight)
    }
    try repository.upsert([
      item("a", "x", "Rome", 1), item("b", "x", "rome", 2), item("c", "y", "Rome", 3),
      item("d", "x", "Rome", 4), item("e", "x", "Rome, Georgia", 5), item("f", "x", "!!!", 6),
    ])
    try repository.reorderSections(["y"])
    #expect(try repository.items(titled: "Rome").map(\.id) == ["c", "a", "d"])
    #expect(try repository.items(titled: "!!!").map(\.id) == ["f"])
    #expect(try repository.items(titled: "Rom") == [])
    #expect(try repository.items(titled: "!!") == [])
    #expect(try repository.items(titled: "") == [])
  }

  @Test("are found in an index of older tokens")
  func outdated() throws {
    let file = try TemporaryDatabase()
    var options = ItemRepository.Options()
    options.reindexesInBackground = false
    try {
      let repository = try ItemRepository(path: file.path, options: options).blocking
      try repository.upsert([Item(id: "a", section: "s", title: "Rome")])
      repository.close()
    }()
    try OlderTokens.put(into: file.path)
    let repository = try ItemRepository(path: file.path, options: options).blocking
    defer { repository.close() }
    try repository.upsert([Item(id: "b", section: "s", title: "Rome")])
    #expect(try repository.items(titled: "Rome").map(\.id) == ["a", "b"])
  }
}
