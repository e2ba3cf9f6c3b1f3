/// Tries the functions that read, write and merge FTS5's pages on a small index in memory.
///
/// FTS5 adds, removes and finds items in the same index, and checks it after each step.
struct IndexSelfTest {
  /// The outcome: whether reading agrees with FTS5, and the first failure of any step.
  struct Outcome: Hashable {
    var canRead = false
    var failure: String?
  }

  /// Whether the self-test expects a wrong answer, for tests.
  var isToFail = false

  /// Enough for more than one page, and for a docid that takes more bytes than the one before.
  private static let itemsOfBatch: Int64 = 120
  private static let words = ["alpha", "beta", "gamma", "delta", "łódź", "都市", "it's"]

  /// - Throws: only what says nothing about the format, such as lack of memory.
  func run() throws(ShortlistError) -> Outcome {
    var outcome = Outcome()
    do throws(ShortlistError) {
      let connection = try Schema.model(.none)
      connection.trustsFormat = true
      try connection.execute(
        "INSERT INTO section(number, id, title, position) VALUES(1, 's', 's', 0)")
      try add(batch: 0, on: connection, byFTS5: true)
      try add(batch: 1, on: connection, byFTS5: true)
      try compare("reading", on: connection)
      outcome.canRead = true
      for batch: Int64 in 2...4 {
        try add(batch: batch, on: connection, byFTS5: batch == 3)
        try check(on: connection)
      }
      try compare("writing", on: connection)
      try removeByFTS5(on: connection)
      try check(on: connection)
      try remove(on: connection)
      try check(on: connection)
      try compare("removing", on: connection)
      try merge(on: connection)
      try check(on: connection)
      try compare("merging", on: connection)
      // FTS5 continues with what was merged.
      try add(batch: 5, on: connection, byFTS5: true)
      try check(on: connection)
      try compare("continuing", on: connection)
    } catch {
      guard error.code != .outOfMemory, error.code != .cancelled else { throw error }
      outcome.failure = error.message
    }
    return outcome
  }

  private func texts(of docid: Int64) -> ItemTexts {
    let word = { (number: Int64) in Self.words[Int(number) % Self.words.count] }
    return ItemTexts(
      Item(
        section: "", title: "\(word(docid)) \(word(docid / 3)) \(docid % 40)",
        keywords: docid % 5 == 0 ? [word(docid / 7)] : []))
  }

  private func docid(_ number: Int64, of batch: Int64) -> Int64 {
    // Distances that take one to three bytes.
    batch << 40 + number * number * number
  }

  private func add(
    batch: Int64, on connection: Connection, byFTS5: Bool
  ) throws(ShortlistError) {
    try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in
      let docids = (1...Self.itemsOfBatch).map { docid($0, of: batch) }
      let insert = try connection.statement(
        """
        INSERT INTO item(docid, id, section, position, weight, \(Field.columnNames))
        VALUES(?1, ?1, 1, 0, 1, \(Self.values(Field.columns.count)))
        """)
      for docid in docids {
        insert.bind(docid, at: 1)
        try insert.run(texts(of: docid), Field.columnNumbers(inTitles: false), from: 2)
      }
      for table in IndexTable.searched {
        if !byFTS5 {
          let builder = try SegmentBuilder(of: table, hasStems: false)
          for docid in docids { try builder.add(texts(of: docid), at: docid) }
          guard try builder.write(to: table, on: connection) else {
            throw ShortlistError(.damaged, "the structure record is of another kind")
          }
        } else {
          try insertByFTS5(docids, into: table, on: connection)
        }
      }
    }
  }

  /// The parameters of so many columns after the first, for SQL.
  private static func values(_ count: Int) -> String {
    (0..<count).map { "?\($0 + 2)" }.joined(separator: ", ")
  }

  private func insertByFTS5(
    _ docids: [Int64], into table: String, on connection: Connection
  ) throws(ShortlistError) {
    try connection.prepareForFTS5()
    let names = IndexTable.columns(table)
    let values = Self.values(names.count)
    let insert = try connection.statement(
      "INSERT INTO \(table)(rowid, \(names.joined(separator: ", "))) VALUES(?1, \(values))")
    for docid in docids {
      insert.bind(docid, at: 1)
      try insert.run(texts(of: docid), IndexTable.columnNumbers(table), from: 2)
    }
  }

  /// Has FTS5 remove every fourth item of a batch that it did not write.
  private func removeByFTS5(on connection: Connection) throws(ShortlistError) {
    try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in
      try connection.prepareForFTS5()
      for number in stride(from: 1, through: Self.itemsOfBatch, by: 4) {
        let docid = docid(number, of: 2)
        for table in IndexTable.searched {
          let names = IndexTable.columns(table)
          let values = Self.values(names.count)
          let delete = try connection.statement(
            """
            INSERT INTO \(table)(\(table), rowid, \(names.joined(separator: ", ")))
            VALUES('delete', ?1, \(values))
            """)
          delete.bind(docid, at: 1)
          try delete.run(texts(of: docid), IndexTable.columnNumbers(table), from: 2)
        }
        try connection.execute("DELETE FROM item WHERE docid = \(docid)")
      }
    }
  }

  /// Removes every third item of a batch that FTS5 wrote, and adds every sixth again.
  private func remove(on connection: Connection) throws(ShortlistError) {
    try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in
      let numbers = Array(stride(from: 2, through: Self.itemsOfBatch, by: 3))
      for table in IndexTable.searched {
        let builder = try SegmentBuilder(of: table, hasStems: false)
        for number in numbers {
          let docid = docid(number, of: 3)
          try builder.remove(texts(of: docid), at: docid)
          if number % 6 == 2 { try builder.add(texts(of: docid), at: docid) }
        }
        guard try builder.write(to: table, on: connection) else {
          throw ShortlistError(.damaged, "the structure record is of another kind")
        }
      }
      for number in numbers where number % 6 != 2 {
        try connection.execute("DELETE FROM item WHERE docid = \(docid(number, of: 3))")
      }
    }
  }

  /// Merges all segments, a few pages at a time, so that the states in between are there as well.
  private func merge(on connection: Connection) throws(ShortlistError) {
    for table in IndexTable.searched {
      while try connection.transaction(
        "IMMEDIATE",
        { () throws(ShortlistError) in
          try Merging(segments: 1, pages: 1).merge(table, on: connection)
        })
      {}
    }
  }

  /// Has FTS5 check both indexes, and compare the one of titles with the items.
  private func check(on connection: Connection) throws(ShortlistError) {
    try connection.refreshTables()
    for (table, comparesItems) in [("item_titles", 1), ("item_texts", 0)] {
      try connection.execute(
        "INSERT INTO \(table)(\(table), rank) VALUES('integrity-check', \(comparesItems))")
    }
  }

  /// Compares the docids of some queries with those that FTS5 finds.
  private func compare(_ step: String, on connection: Connection) throws(ShortlistError) {
    var queries: [(postings: PostingsQuery, text: String)] = [
      (.term("absent"), "\"absent\""),
      (.all([.term("alpha"), .prefix("be")]), "\"alpha\" AND \"be\" *"),
      (.any([.term("gamma"), .term("17")]), "\"gamma\" OR \"17\""),
      (.phrase([.term("beta"), .term("gamma")]), "\"beta\" + \"gamma\""),
    ]
    for word in ["alpha", "beta", "lodz", "都", "13"] {
      queries.append((.term(word), "\"\(word)\""))
      for length in 1...4 {
        let prefix = String(word.prefix(length))
        queries.append((.prefix(prefix), "\"\(prefix)\" *"))
      }
    }
    for table in IndexTable.searched {
      for query in queries {
        // Not in a transaction: SQLite gives a database in memory one data version for all of them, by
        // which caches would never be emptied.
        let own = try Postings(query.postings, in: table, on: connection)?.docids()
        var found: [Int64] = isToFail ? [0] : []
        let rows = try connection.statement("SELECT rowid FROM \(table) WHERE \(table) MATCH ?1")
        try rows.bind(query.text, at: 1)
        defer { rows.reset() }
        while try rows.step() { found.append(rows.int64(0)) }
        guard own == found else {
          throw ShortlistError(
            .damaged, "after \(step), \(table) answers \(query.text) differently.")
        }
      }
    }
  }
}
