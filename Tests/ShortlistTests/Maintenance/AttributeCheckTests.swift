import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The attributes in a file")
struct AttributeCheckTests {
  private let file: TemporaryDatabase

  init() throws {
    file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    try repository.load(
      (0..<5_000).map { number in
        Item(
          id: Item.ID("\(number)"), section: number.isMultiple(of: 3) ? "a" : "b",
          title: "Title \(number % 50)", weight: Double(number % 7),
          attributes: number.isMultiple(of: 4)
            ? [:]
            : [
              "kind": .text("kind \(number % 10)"), "number": .number(Double(number)),
              "tags": number.isMultiple(of: 5) ? ["x", "y"] : true,
            ])
      })
  }

  private func read<Result>(_ work: (BlockingItemRepository) throws -> Result) throws -> Result {
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let repository = try ItemRepository(path: file.path, options: options).blocking
    defer { repository.close() }
    return try work(repository)
  }

  @Test("are found by a filter, however many blocks they are in, and however items change")
  func blocks() throws {
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    func count(_ filter: String) throws -> Int {
      let query = SearchQuery("", totals: .exact, filter: try AttributeFilter(filter))
      return try repository.search(query).total.value
    }
    #expect(try count("kind = \"kind 1\"") == 500)
    #expect(try count("number < 1000") == 750)
    #expect(try count("tags = y") == 750)
    #expect(try repository.check().findings == [])
    try repository.remove((0..<4_000).map { Item.ID("\($0)") })
    #expect(try count("number < 4000") == 0)
    #expect(try count("number >= 4000") == 750)
    try repository.removeSection("a")
    #expect(try repository.check().findings == [])
    try repository.removeSection("b")
    #expect(try count("number EXISTS") == 0)
    #expect(try repository.check().findings == [])
  }

  @Test(
    "are damaged if they do not fit each other",
    arguments: [
      "DELETE FROM attribute WHERE name = 'kind'", "DELETE FROM attribute_value WHERE code = 2",
      "UPDATE attribute_value SET value = '\"other\"' WHERE code = 2",
      "UPDATE attribute_value SET value = '{' WHERE code = 2",
      "UPDATE attribute_value SET hash = 7 WHERE code = 2",
      "UPDATE attribute SET number = 5000 WHERE name = 'kind'",
      "DELETE FROM item_attribute WHERE docid = (SELECT max(docid) FROM item_attribute)",
      "UPDATE item_attribute SET packed = x'ff' WHERE docid = (SELECT min(docid) FROM item_attribute)",
      "UPDATE item_attribute SET packed = x'0106' WHERE docid = (SELECT min(docid) FROM item_attribute)",
      "DELETE FROM attribute_block WHERE attribute = 1",
      "DELETE FROM attribute_block WHERE first = (SELECT max(first) FROM attribute_block)",
      "UPDATE attribute_block SET packed = x'00' WHERE attribute = 0",
      "UPDATE attribute_block SET packed = x'ffffffffffffffffff01' WHERE attribute = 0",
      "UPDATE attribute_block SET packed = zeroblob(length(packed)) WHERE attribute = 1",
      "UPDATE attribute_block SET first = first + 1 WHERE first > 0",
    ])
  func damage(sql: String) throws {
    try RawDatabase(file.path).runUnguarded(sql)
    #expect(try read { try $0.check() }.status == .damaged)
    // A search finds something or says that the file is damaged.
    for filter in ["kind = \"kind 1\"", "number > 7", "NOT tags = x"] {
      do {
        let query = SearchQuery(
          "title", filter: try AttributeFilter(filter), sort: AttributeSort("number"),
          facets: ["kind", "tags"])
        _ = try read { try $0.search(query) }
      } catch let error as ShortlistError {
        #expect(error.code == .damaged, "\(error)")
      }
    }
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    #expect(try repository.repair() == 5_000)
    #expect(try repository.check().findings == [])
  }

  @Test("are the same after a repair, in a backup, and after an export and import")
  func carriedOver() throws {
    let before = try read { try $0.items(in: "a") }
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    try repository.repair()
    #expect(try repository.items(in: "a") == before)
    let copy = try ItemRepository(path: ":memory:").blocking
    var items: [Item] = []
    try repository.export { (element: ListElement) in
      if case .item(let item) = element { items.append(item) }
    }
    try copy.load(items)
    #expect(try copy.items(in: "a") == before)
    #expect(try copy.check().findings == [])
  }
}
