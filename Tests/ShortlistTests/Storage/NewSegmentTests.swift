import Testing

@testable import Shortlist

@Suite("A segment that is written at once")
struct NewSegmentTests {
  /// What the texts of a round are like.
  enum Texts: CaseIterable {
    /// Lists of a few words that all items hold.
    case fewWords
    /// Any characters there are.
    case anything
    /// Words that only one item has.
    case manyWords
    /// Texts of which one alone fills pages.
    case long
    /// A word of so many items, so far from each other, that there is no index of its doclist.
    case farBetween

    var count: Int {
      switch self {
      case .long: 6
      case .farBetween: 600
      default: 1_000
      }
    }

    func text(_ number: Int, _ generator: inout SeededGenerator) -> String {
      switch self {
      case .fewWords:
        (0..<generator.number(0...6)).map { _ in generator.pick(["a", "ab", "abc", "łódź", "都"]) }
          .joined(separator: " ")
      case .anything: generator.text(words: 5)
      case .manyWords: "common\(number) \(generator.next()) \(generator.number(0...99))"
      case .long:
        (0..<generator.number(0...9_000)).map { _ in generator.pick(["a", "b", "it's", "e-mail"]) }
          .joined(separator: " ")
      case .farBetween: String(repeating: "a ", count: 1_100)
      }
    }
  }

  /// An index of `table`'s kind over the items of a table, in a database of its own.
  private static func connection(
    of table: String, stems: Bool
  ) throws(ShortlistError) -> Connection {
    let connection = try Connection(path: nil, isReadOnly: false)
    let columns = IndexTable.columns(table).joined(separator: ", ")
    let options =
      IndexTable.hasMarks(table)
      ? "columnsize=0, tokenize='shortlist marks'"
      : "tokenize='shortlist\(stems ? " stem" : "")'"
    try connection.execute(
      """
      CREATE TABLE item(docid INTEGER PRIMARY KEY, \(columns));
      CREATE VIRTUAL TABLE made USING fts5(\(columns), content='item', content_rowid='docid',
        prefix='1 2 3', \(options))
      """)
    return connection
  }

  private static func insert(
    _ items: [(docid: Int64, texts: [String])], into table: String, key: String,
    _ connection: Connection
  ) throws(ShortlistError) {
    let places = (1...(items.first?.texts.count ?? 0) + 1).map { "?\($0)" }.joined(separator: ", ")
    let columns = IndexTable.columns(items.first?.texts.count == 2 ? "item_titles" : "item_texts")
    let statement = try connection.statement(
      "INSERT INTO \(table)(\(key), \(columns.joined(separator: ", "))) VALUES(\(places))")
    for (docid, texts) in items {
      statement.bind(docid, at: 1)
      try statement.run(texts[...], from: 2)
    }
  }

  /// Has FTS5 compare its index with the items.
  private static func check(_ connection: Connection) throws(ShortlistError) {
    try connection.execute("INSERT INTO made(made, rank) VALUES('integrity-check', 1)")
  }

  @Test(
    "is what FTS5 would have written, and FTS5 goes on with it", arguments: Rounds.seeds(1),
    Texts.allCases)
  func agreement(seed: Int, texts: Texts) throws {
    var generator = SeededGenerator(seed: seed + 23_000_000)
    for table in IndexTable.searched {
      let hasStems = !IndexTable.hasMarks(table) && generator.once(in: 2)
      let connection = try Self.connection(of: table, stems: hasStems)
      let columns = IndexTable.columns(table).count
      var docid: Int64 = 0
      func items(_ count: Int) -> [(docid: Int64, texts: [String])] {
        (0..<count).map { number in
          docid += texts == .farBetween ? 1 << 50 : generator.once(in: 9) ? 1 << 40 : 1
          return (docid, (0..<columns).map { _ in texts.text(number, &generator) })
        }
      }
      func write(
        _ items: [(docid: Int64, texts: [String])], limit: Int = 9
      ) throws -> Bool {
        try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in
          try Self.insert(items, into: "item", key: "docid", connection)
          let segment = try NewSegment(of: table, hasStems: hasStems)
          for (docid, texts) in items { try segment.add(texts[...], at: docid) }
          return try segment.write(to: "made", on: connection, limit: limit)
        }
      }
      var all: [(docid: Int64, texts: [String])] = []
      // Beside segments of FTS5's own, and while it merges some.
      for round in 0..<3 {
        let some = items(texts.count)
        #expect(try write(some), "seed \(seed), \(table)")
        all += some
        try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in
          try Self.check(connection)
          let few = items(3)
          all += few
          try Self.insert(few, into: "item", key: "docid", connection)
          try Self.insert(few, into: "made", key: "rowid", connection)
          let merge = "INSERT INTO made(made, rank) VALUES('merge', -9)"
          if round == 1 { try connection.execute(merge) }
          try Self.check(connection)
        }
      }
      let more = items(9)
      #expect(try !write(more, limit: 1), "as many wait to be merged")
      try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in
        try Self.insert(more, into: "made", key: "rowid", connection)
        try Self.check(connection)
        try connection.execute("INSERT INTO made(made) VALUES('optimize')")
        try Self.check(connection)
      }
      for (docid, _) in all.shuffled(using: &generator).prefix(20) {
        try connection.execute(
          """
          INSERT INTO made(made, rowid, \(IndexTable.columns(table).joined(separator: ", ")))
            SELECT 'delete', * FROM item WHERE docid = \(docid);
          DELETE FROM item WHERE docid = \(docid)
          """)
      }
      try Self.check(connection)
    }
  }

  /// As when what can be read of a damaged file is carried into another.
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
    let results = try repository.search(SearchQuery("item", limit: 9_000, layout: .flat))
    #expect(results.hits.count == 8_041)
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
    let results = try repository.search(SearchQuery("item", limit: 3_000, layout: .flat))
    #expect(results.hits.count == 2_001)
    #expect(try repository.check().findings == [])
  }
}
