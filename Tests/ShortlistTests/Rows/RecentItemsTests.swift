import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Items that were read before")
struct RecentItemsTests {
  /// The columns of an item.
  private struct Values: Equatable {
    var position: Int64
    var weight: Double
    var texts: [String]
    var payload: Data?

    init(_ generator: inout SeededGenerator, longest: Int) {
      position = Int64(generator.number(0...1_000))
      weight = Double(generator.number(0...9))
      let longest = generator.once(in: 20) ? 50 * longest : longest
      texts = (0..<5).map { _ in
        generator.once(in: 3) ? "" : String(repeating: "ä", count: generator.number(1...longest))
      }
      payload = generator.once(in: 2) ? nil : Data(count: generator.number(0...longest))
    }

    init(_ columns: ItemColumns) {
      position = columns.position
      weight = columns.weight
      texts = [columns.id.rawValue, columns.title, columns.subtitle]
      texts += [columns.keywords.first ?? "", columns.body]
      payload = columns.payload
    }

    /// Calls `work` with the columns of a row.
    func read(on connection: Connection, _ work: (ItemColumns) -> Void) throws {
      let row = try connection.statement("SELECT 0, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8")
      row.bind(position, at: 1)
      row.bind(weight, at: 2)
      for (index, text) in texts.enumerated() {
        try row.bind(index == 3 && !text.isEmpty ? "\u{1F}" + text : text, at: Int32(3 + index))
      }
      try row.bind(payload, at: 8)
      #expect(try row.step())
      work(ItemColumns(row))
      row.reset()
    }
  }

  @Test("A copy is what was read last, until its room is needed", arguments: Rounds.seeds(20))
  func copies(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let capacity = generator.number(0...64) * 1_000
    let connection = try Connection(path: nil, isReadOnly: false)
    try connection.execute(
      """
      CREATE TABLE meta(key, value); INSERT INTO meta VALUES('changes', 1);
      CREATE TABLE item_change(number, docids); BEGIN; SELECT * FROM meta
      """)
    connection.cacheSizes = CacheSizes(total: 4 * capacity)
    func cache() throws -> RecentItems { try #require(try connection.cache(RecentItems.self)) }
    let recent = try cache()
    var values: [Int64: Values] = [:]
    var found = 0
    // The oldest of the cached items, which must survive while others are read.
    var spared: (place: RecentItems.Place, item: Values)?
    for round in 0..<600 {
      if round.isMultiple(of: 40) {
        spared = values.keys.compactMap { recent.place(of: $0) }.min()
          .map { ($0, Values(recent[$0])) }
      }
      let docid = Int64(generator.number(1...200)) << 20
      let item = Values(&generator, longest: max(capacity / 4_000, 1))
      try item.read(on: connection) {
        recent.keep($0, of: docid, sparing: spared?.place ?? .max)
        // An item that is not cached may have an older copy, but nobody reads an item that has one.
        if let place = recent.place(of: docid), Values(recent[place]) == item {
          values[docid] = item
        } else if recent.place(of: docid) == nil {
          values[docid] = nil
        }
      }
      if let spared { #expect(Values(recent[spared.place]) == spared.item) }
      for (docid, item) in values {
        guard let place = recent.place(of: docid) else { continue }
        found += 1
        #expect(Values(recent[place]) == item)
      }
      guard generator.once(in: 200) else { continue }
      try connection.execute(
        "COMMIT; UPDATE meta SET value = value + 1; BEGIN; SELECT * FROM meta")
      #expect(try cache() === recent)
      #expect(values.keys.allSatisfy { recent.place(of: $0) == nil })
      values = [:]
      spared = nil
    }
    #expect(capacity < 10_000 || found > 600)
  }

  @Test("No copies are kept where the file may change meanwhile")
  func outsideTransactions() throws {
    let connection = try Connection(path: nil, isReadOnly: false)
    #expect(try connection.cache(RecentItems.self) == nil)
  }

  /// Reads the displayed items, with changes made here and elsewhere in between.
  private static func check(
    _ repositories: [BlockingItemRepository], _ generator: inout SeededGenerator
  ) throws {
    let words = ["silver", "silk", "salt", "sand", "gold", "gravel"]
    var items: [Item.ID: Item] = [:]
    for _ in 0..<60 {
      let changed = (0..<generator.number(1...20)).map { _ in
        let id = Item.ID("\(generator.number(0...300))")
        var item =
          items[id]
          ?? Item(
            id: id, section: .init("\(generator.number(0...9))"),
            title: "\(generator.pick(words)) \(generator.pick(words)) \(id)")
        // An item keeps its docid as long as its title does not change.
        switch generator.number(0...3) {
        case 0: item.title = "\(generator.pick(words)) \(generator.pick(words))"
        case 1: item.body = String(repeating: "near a mine ", count: generator.number(0...60))
        default: item.payload = Data((0..<generator.number(0...9)).map { UInt8($0) })
        }
        items[id] = item
        return item
      }
      try generator.pick(repositories).upsert(changed)
      for _ in 0..<generator.number(1...6) {
        let repository = generator.pick(repositories)
        let text = String(generator.pick(words).prefix(generator.number(1...6)))
        let query = SearchQuery(
          text, limit: generator.number(1...20), layout: generator.once(in: 2) ? .flat : .grouped)
        let results = try repository.search(query)
        #expect(!results.isEmpty || !items.values.contains { $0.title.contains(text) })
        for hit in results.hits { #expect(hit.item == items[hit.id]) }
      }
    }
  }

  @Test("Items are shown as they are now", arguments: Rounds.seeds(6))
  func changes(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let database = try TemporaryDatabase()
    var options = ItemRepository.Options()
    options.readers = generator.number(1...2)
    options.cacheSize = generator.pick([0, 100_000, 400_000, 24 << 20])
    let repositories = try (0..<2).map { _ in
      try ItemRepository(path: database.path, options: options).blocking
    }
    try Self.check(repositories, &generator)
    try Self.check([ItemRepository(path: ":memory:").blocking], &generator)
  }
}
