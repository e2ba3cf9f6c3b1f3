import CShortlist
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("A segment that is built in memory")
struct SegmentBuilderTests {
  @Test(
    "is what FTS5 would have written, and FTS5 goes on with it", arguments: Rounds.seeds(1),
    SegmentTexts.allCases)
  func agreement(seed: Int, texts: SegmentTexts) throws {
    var generator = SeededGenerator(seed: seed + 23_000_000)
    for table in IndexTable.searched {
      var index = try MadeIndex(of: table, texts: texts, &generator)
      // Next to FTS5's own segments, and while FTS5 merges some.
      for round in 0..<3 {
        #expect(try index.addSegment(texts.count, &generator), "seed \(seed), \(table)")
        try index.transaction { (index) throws(ShortlistError) in
          try index.check()
          try index.add(3, &generator)
          if round == 1 { try index.merge(-9) }
          try index.check()
        }
      }
      try index.transaction { (index) throws(ShortlistError) in
        try index.add(9, &generator)
        try index.check()
        try index.connection.execute("INSERT INTO made(made) VALUES('optimize')")
        try index.check()
        try index.remove(20, &generator)
        try index.check()
      }
    }
  }

  @Test(
    "may remove and replace items, of its own kind and of FTS5's", arguments: Rounds.seeds(1),
    SegmentTexts.allCases)
  func changes(seed: Int, texts: SegmentTexts) throws {
    var generator = SeededGenerator(seed: seed + 29_000_000)
    for table in IndexTable.searched {
      var index = try MadeIndex(of: table, texts: texts, &generator)
      try index.transaction { (index) throws(ShortlistError) in
        try index.add(texts.count / 2, &generator)
      }
      for round in 0..<5 {
        #expect(try index.changeBySegment(texts.count / 3, &generator), "seed \(seed), \(table)")
        try index.transaction { (index) throws(ShortlistError) in
          try index.check()
          if round % 2 == 1 { try index.remove(5, &generator) }
          try index.check()
        }
        if round == 2 {
          try index.transaction { (index) throws(ShortlistError) in
            while try Merging(segments: 1, pages: 3).merge("made", on: index.connection) {}
          }
        }
        try index.transaction { (index) throws(ShortlistError) in try index.check() }
      }
      try index.transaction { (index) throws(ShortlistError) in
        try index.connection.prepareForFTS5()
        try index.connection.execute("INSERT INTO made(made) VALUES('optimize')")
        try index.check()
      }
    }
  }

  /// As in a repair, which copies the readable items into a new file.
  @Test("may be followed by others, and by FTS5 itself, in one transaction", arguments: 0...2)
  func oneTransaction(small: Int) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert([Item(section: "s", title: "Item")])
    try repository.database.write { (transaction) throws(ShortlistError) in
      for batch in 0..<12 {
        let writer = ItemWriter(transaction)
        let count = batch % 3 == small ? 10 : 1_000
        for number in 0..<count {
          try writer.upsert(Item(section: "s", title: "Item \(batch) \(number)", body: "text"))
        }
        _ = try writer.finish()
      }
    }
    #expect(try repository.check().findings == [])
    let results = try repository.search(
      SearchQuery("item", limit: 9_000, layout: .flat, timeBudget: .seconds(600)))
    #expect(results.hits.count == 8_041)
  }

  @Test("may have nothing, because a transaction removes all that it adds", arguments: [0, 1])
  func nothing(kept: Int) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    let items: [Item] = (0..<1_200).map {
      Item(id: .init("\($0)"), section: "s", title: "Item \($0)", body: "text")
    }
    try repository.database.write { (transaction) throws(ShortlistError) in
      let writer = ItemWriter(transaction)
      for item in items { try writer.upsert(item) }
      _ = try writer.remove(items.dropFirst(kept).map(\.id))
      _ = try writer.finish()
    }
    #expect(try repository.check().findings == [])
    #expect(try repository.search("item").hits.map(\.item.id) == items.prefix(kept).map(\.id))
    try repository.upsert(items)
    #expect(try repository.check().findings == [])
    #expect(try repository.search("item 7").hits.first?.item.id == "7")
  }

  @Test("is not written, nor merged, where FTS5 has marked the index as of another format")
  func otherFormat() throws {
    let file = try TemporaryDatabase()
    var repository = try ItemRepository(path: file.path).blocking
    for title in ["First", "Second", "Third", "Fourth"] {
      try repository.upsert([Item(section: "s", title: title, body: "\(title) item")])
    }
    repository.close()
    let database = try RawDatabase(file.path)
    for table in IndexTable.searched {
      try database.run("UPDATE \(table)_config SET v = 5 WHERE k = 'version'")
    }
    let pages = { (table: String) in
      try database.rows("SELECT hex(block) FROM \(table)_data ORDER BY id")
    }
    let before = try IndexTable.searched.map(pages)
    repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    for count in [1, 1_000] {
      let items = (0..<count).map { Item(section: "s", title: "Item \($0)", body: "text") }
      do {
        try repository.upsert(items)
        // FTS5 since 3.42 knows this format, and has written all of it.
        let results = try repository.search(SearchQuery("item", limit: 2_000, layout: .flat))
        #expect(results.hits.count >= count)
      } catch {
        #expect(error.code == .newerVersion, "\(error)")
        #expect(try IndexTable.searched.map(pages) == before)
      }
    }
    try repository.optimize()
    if sqlite3_libversion_number() < 3_042_000 {
      #expect(try IndexTable.searched.map(pages) == before)
    }
  }

  @Test(
    "is not written where the totals that FTS5 keeps cannot be", .writesPages,
    arguments: ["82", "1000000"])
  func totals(size: String) throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    try repository.upsert([Item(section: "s", title: "First")])
    try RawDatabase(file.path).run(
      "UPDATE item_titles_data SET block = zeroblob(\(size)) WHERE id = 1")
    let error = #expect(throws: ShortlistError.self) {
      try repository.upsert((0..<2_000).map { Item(section: "s", title: "Item \($0)") })
    }
    #expect(error?.code == .damaged)
    #expect(try repository.check().findings.map(\.part) == [.titles])
    #expect(try repository.repair() == 1)
  }

  @Test("is undone with its transaction")
  func undone() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert([Item(section: "s", title: "First")])
    let items = (0..<2_000).map { Item(section: "s", title: "Item \($0)") }
    #expect(throws: ShortlistError.self) {
      try repository.upsert(items + [Item(section: "s", title: "Bad", weight: -1)])
    }
    #expect(try repository.search(SearchQuery("item")).hits.isEmpty)
    try repository.upsert(items)
    try repository.upsert([Item(section: "s", title: "Last item")])
    let results = try repository.search(
      SearchQuery("item", limit: 3_000, layout: .flat, timeBudget: .seconds(600)))
    #expect(results.hits.count == 2_001)
    #expect(try repository.check().findings == [])
  }
}
