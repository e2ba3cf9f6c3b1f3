import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

/// A load into an empty list need not look for its items there, until somebody else writes.
@Suite("A load into an empty list")
struct LoadHistoryTests {
  private static func item(_ number: Int, _ generator: inout SeededGenerator) -> Item {
    let section = ItemSection.ID(generator.pick(["a", "b", "c"]))
    let weight = generator.pick([0, 0, 1, 3, 100, 1e6])
    let body = generator.once(in: 3) ? generator.text(words: 4) : ""
    // Ids like those derived from another section and the title have aliases.
    let id: Item.ID? = generator.pick([nil, .init("\(number)"), .init("\(number)"), "d/Rome"])
    var item = Item(
      id: generator.once(in: 20) ? Item.ID("\(generator.number(0...99))") : id, section: section,
      title: generator.once(in: 9) ? "Rome" : "Item \(number) \(generator.title(words: 2))",
      keywords: generator.once(in: 8) ? ["key \(number % 7)"] : [], body: body, weight: weight,
      payload: generator.once(in: 9) ? Data([1, UInt8(number & 0xff)]) : nil)
    if generator.once(in: 9) {
      item.attributes = ["year": AttributeValue.number(Double(number % 50))]
    }
    return item
  }

  /// Everything that searches and exports see of a list.
  private static func contents(_ repository: BlockingItemRepository) throws -> [String] {
    var contents: [String] = []
    try repository.export { contents.append("\($0)") }
    try repository.database.read { (transaction) throws(ShortlistError) in
      for sql in [
        "SELECT term || ' ' || items || ' ' || titles FROM term ORDER BY term",
        "SELECT id || ' ' || position || ' ' || checksum FROM item ORDER BY docid",
        "SELECT id || ' ' || items FROM section ORDER BY number",
        "SELECT id || ' ' || item FROM item_alias ORDER BY id",
      ] {
        let rows = try transaction.connection.statement(sql)
        defer { rows.reset() }
        while try rows.step() { contents.append(rows.text(0)) }
      }
    }
    let query = { SearchQuery($0, limit: 5_000, totals: .exact, timeBudget: .seconds(600)) }
    for text in ["i", "it", "rome", "item 1", "key", "e", "tem 12"] {
      contents += try repository.search(query(text)).hits.map { "\($0.item.id) \($0.tier)" }
    }
    return contents
  }

  @Test("leaves what single transactions leave, one item at a time", arguments: Rounds.seeds(3))
  func same(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 16_000_000)
    let items = (0..<3_000).map { Self.item($0, &generator) }
    let loaded = try ItemRepository(path: ":memory:").blocking
    let careful = try ItemRepository(path: ":memory:").blocking
    defer {
      loaded.close()
      careful.close()
    }
    let progress = try loaded.load(items)
    // Without a history, each item is looked for.
    var batch = LoadBatch()
    for item in items { batch.append(item) }
    var counts = LoadCounts()
    try careful.upsertInTurns(batch.take(), keeps: { counts += $0 })
    try careful.finishLoad(of: 1, isAlone: false)
    #expect(progress.counts == counts)
    #expect(try Self.contents(loaded) == Self.contents(careful), "seed \(seed)")
    #expect(try loaded.check().findings == [])
  }

  @Test("notices the items of others, from the next batch on", arguments: [true, false])
  func others(byAnotherRepository: Bool) throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    let other = byAnotherRepository ? try ItemRepository(path: file.path).blocking : repository
    defer {
      repository.close()
      other.close()
    }
    let items = (0..<35_000).map { Item(id: .init("\($0)"), section: "s", title: "Item \($0)") }
    var number = 0
    let source = AnyIterator { () -> Item? in
      guard number < items.count else { return nil }
      if number == 12_000 {
        // The load will come to these, in a later batch and at its very end.
        _ = try? other.upsert([
          Item(id: "13000", section: "t", title: "Other", body: "text"),
          Item(id: "34999", section: "t", title: "Another"),
        ])
      }
      number += 1
      return items[number - 1]
    }
    let progress = try repository.load(IteratorSequence(source))
    #expect(progress.counts.inserted == 34_998)
    #expect(progress.counts.updated == 2)
    #expect(try repository.item("13000")?.title == "Item 13000")
    #expect(try repository.items(in: "t").isEmpty)
    #expect(try repository.check().findings == [])
  }

  @Test("keeps its batches when the source fails, and goes on from there")
  func failingSource() throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    let items = (0..<30_000).map {
      Item(
        id: .init("\($0)"), section: .init("s\($0 % 7)"), title: "Item \($0)", body: "number \($0)")
    }
    var batch = LoadBatch()
    var number = 0
    let error = #expect(throws: ShortlistError.self) {
      try repository.load(
        { () throws(ShortlistError) -> Item? in
          guard number < 25_000 else { throw ShortlistError(.input, "no more") }
          number += 1
          return items[number - 1]
        }, with: &batch, isCancelled: { false }, progress: { _ in })
    }
    #expect(error?.code == .input)
    let kept = try repository.listLength()
    #expect(kept > 0 && kept < 25_000)
    #expect(try repository.check().findings == [])
    let rest = try repository.load(items)
    #expect(rest.counts.unchanged == kept)
    #expect(rest.counts.inserted == 30_000 - kept)
    #expect(try repository.check().findings == [])
  }

  @Test("gives back the room of the log, and lets SQLite erase what is deleted")
  func log() throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    func erases() throws -> Int64? {
      try repository.database.write { (transaction) throws(ShortlistError) in
        try transaction.connection.number("PRAGMA secure_delete")
      }
    }
    let before = try erases()
    var largest = 0
    try repository.load(
      (0..<40_000).map {
        let body =
          "\($0 % 977) and \($0 % 1_009) and \($0 % 1_013) " + String(repeating: "a ", count: 99)
        return Item(id: .init("\($0)"), section: "s", title: "Item \($0)", body: body)
      },
      progress: { _ in
        largest = max(largest, (try? FileManager.default.size(of: file.path + "-wal")) ?? 0)
      })
    #expect(largest > 4 << 20)
    #expect(try FileManager.default.size(of: file.path + "-wal") == 0)
    #expect(try erases() == before)
    #expect(try repository.check().findings == [])
  }
}

extension FileManager {
  fileprivate func size(of path: String) throws -> Int {
    try attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }
}
