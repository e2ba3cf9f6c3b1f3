import Foundation
import CShortlist
import Testing

@testable import Shortlist

@Suite("A bulk load")
struct LoadTests {
  private static let items = (0..<4_000).map {
    Item(id: .init("\($0)"), section: "s", title: "Item \($0)")
  }
  private static let loaded = LoadItems(items)

  @Test("is one transaction while nobody else waits")
  func alone() throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path).blocking
    defer { repository.close() }
    var turns: [Int] = []
    try repository.upsertInTurns(Self.loaded, keeps: { turns.append($0.loaded) })
    #expect(turns == [4_000])
  }

  @Test("is searched immediately in memory, by FTS5 as well")
  func inMemory() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    let query = SearchQuery("title:item", limit: 5_000, layout: .flat, timeBudget: .seconds(600))
    #expect(try repository.search(query).hits.isEmpty)
    try repository.upsert(Self.items)
    #expect(try repository.search(query).hits.count == 4_000)
  }

  @Test("keeps the gaps between positions that an export has, and no impossible ones")
  func gaps() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    let asked: [Int64?] = [512, nil, 9_000, 9_000, -1, .min, .max, 1 << 62, 10_100, 12_345]
    let items = asked.enumerated().map { number, position in
      var item = Item(section: "s", title: "Item \(number)")
      item.positionInSection = position
      return item
    }
    try repository.load(items)
    var positions: [Int64?] = []
    var last: Int64 = 0
    try repository.export { element in
      guard case .item(let item) = element else { return }
      positions.append(item.positionInSection)
      last = item.positionInSection ?? last + 1_024
    }
    #expect(positions == [512, nil, 9_000, nil, nil, nil, nil, nil, nil, nil])
    #expect(last == 9_000 + 7 * 1_024)
    #expect(try repository.items(in: "s").map(\.title) == items.map(\.title))
    #expect(try repository.check().findings == [])
  }

  @Test("lets others write in the midst of a batch")
  func inTurns() throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path).blocking
    defer { repository.close() }
    // The lock that a process holds while it waits to write.
    let waiting = open(database.path + "-wait", O_RDONLY | O_CREAT, 0o600)
    defer { close(waiting) }
    try #require(flock(waiting, LOCK_SH) == 0)
    var turns: [Int] = []
    try repository.upsertInTurns(Self.loaded, keeps: { turns.append($0.loaded) })
    #expect(turns == [1_500, 1_500, 1_000])
    #expect(try repository.check().findings == [])
    let long = Item(
      id: "long", section: "s", title: "x", body: String(repeating: "y ", count: 300_000))
    turns = []
    try repository.upsertInTurns(
      LoadItems([long] + Self.items.prefix(10)), keeps: { turns.append($0.loaded) })
    #expect(turns == [1, 10])
  }

  @Test("stops in the midst of a batch, with all that it has counted")
  func stops() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var kept = 0
    var looks = 0
    let stops = {
      looks += 1
      return looks > 2
    }
    try repository.upsertInTurns(Self.loaded, stops: stops, keeps: { kept += $0.loaded })
    #expect(kept == 3_000)
    #expect(try repository.items(in: "s").count == 3_000)
  }

  @Test("keeps the batches before one that cannot be written, and drops those after it")
  func failure() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    let writer = LoadWriter(repository)
    var batches = stride(from: 0, to: Self.items.count, by: 1_000).map {
      LoadItems(Self.items[$0..<$0 + 1_000])
    }
    batches[2].append(Item(id: "bad", section: "s", title: ""))
    let error = #expect(throws: ShortlistError.self) {
      for batch in batches { try writer.write(batch) }
      try writer.finish()
    }
    #expect(error?.code == .invalidItem)
    try writer.finish()
    #expect(writer.written.loaded == 2_000)
    #expect(try repository.items(in: "s").map(\.id) == Self.items.prefix(2_000).map(\.id))
  }

  @Test("that is stopped keeps what it has counted, and drops the batch that waits")
  func stoppedWhileOneWaits() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    let writer = LoadWriter(repository)
    try writer.write(Self.loaded)
    let others = Self.items.map { Item(id: .init("other \($0.id)"), section: "s", title: $0.title) }
    try writer.write(LoadItems(others))
    try writer.stop()
    let count = try repository.items(in: "s").count
    #expect(writer.written.loaded == count)
    try writer.write(LoadItems([Item(section: "s", title: "Late")]))
    try writer.finish()
    #expect(try repository.items(in: "s").count == count)
  }

  @Test(
    "has larger batches in a longer list",
    arguments: [(0, 10_000), (20_000, 80_000), (.max, 125_000)])
  func batches(listLength: Int, expected: Int) {
    var batch = LoadBatch()
    batch.grow(for: listLength)
    var count = 0
    while !batch.isFull {
      batch.append(Item(id: "a", section: "s", title: "b"))
      count += 1
    }
    #expect(count == expected)
    #expect(batch.take().count == expected)
    #expect(!batch.isFull)
    #expect(batch.taken == expected)
  }

  @Test("counts a class of equal items once that is full, and goes on in the next one")
  func fullClass() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert([Item(id: "first", section: "s", title: "Same")])
    try repository.database.write { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      try connection.execute(
        """
        WITH RECURSIVE number(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM number WHERE n < 65535)
        INSERT INTO item(docid, id, section, position, weight, title, subtitle, keywords, body)
        SELECT docid + n, n, section, n, weight, title, '', '', '' FROM item, number
        """)
      let writer = ItemWriter(transaction)
      for number in 0..<50 {
        try writer.upsert(Item(id: Item.ID("other \(number)"), section: "s", title: "Same"))
      }
      _ = try writer.finish()
      let span = try connection.number("SELECT max(docid) - min(docid) FROM item") ?? 0
      #expect(span == 65_535 + 50)
      let count = try connection.statement(
        "SELECT count(*) FROM item WHERE docid BETWEEN ?1 AND ?2")
      #expect(sqlite3_stmt_status(count.handle, SQLITE_STMTSTATUS_RUN, 0) == 1)
    }
  }
}
