import ShortlistTestSupport

@testable import Shortlist

/// The kind of texts in an index.
enum SegmentTexts: CaseIterable {
  /// A few words that all items share.
  case fewWords
  /// Any characters.
  case anything
  /// Words that only one item has.
  case manyWords
  /// Texts that each fill several pages.
  case long
  /// A word in many items with docids so far apart that its doclist has no doclist index.
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

/// An index like the searched ones, over the items of a table in its own database, so that FTS5 can
/// compare the two.
struct MadeIndex {
  let connection: Connection
  private let table: String
  private let texts: SegmentTexts
  private let hasStems: Bool
  private var docids: [Int64] = []
  private var last: Int64 = 0
  private var columns: [String] { IndexTable.columns(table) }

  init(
    of table: String, texts: SegmentTexts, _ generator: inout SeededGenerator
  ) throws(ShortlistError) {
    self.table = table
    self.texts = texts
    hasStems = !IndexTable.hasMarks(table) && generator.once(in: 2)
    connection = try Connection(path: nil, isReadOnly: false)
    connection.trustsFormat = true
    let columns = IndexTable.columns(table).joined(separator: ", ")
    let options =
      IndexTable.hasMarks(table)
      ? "columnsize=0, tokenize='shortlist marks'"
      : "tokenize='shortlist\(hasStems ? " stem" : "")'"
    try connection.execute(
      """
      CREATE TABLE meta(key PRIMARY KEY, value);
      CREATE TABLE segment_change(number INTEGER PRIMARY KEY, name, segments);
      CREATE TABLE item(docid INTEGER PRIMARY KEY, \(columns));
      CREATE VIRTUAL TABLE made USING fts5(\(columns), content='item', content_rowid='docid',
        prefix='1 2 3', \(options));
      INSERT INTO made(made, rank) VALUES('automerge', 0)
      """)
  }

  /// Runs `work` in a transaction.
  mutating func transaction<Result>(
    _ work: (inout MadeIndex) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    try connection.transaction("IMMEDIATE") { () throws(ShortlistError) in try work(&self) }
  }

  /// Makes FTS5 compare its index with the items.
  func check() throws(ShortlistError) {
    try connection.execute("INSERT INTO made(made, rank) VALUES('integrity-check', 1)")
  }

  /// Makes FTS5 merge about that many pages; a negative number includes all segments. If items were
  /// removed, the merge must not stop midway: see the migration that turns off FTS5's own merging.
  func merge(_ pages: Int) throws(ShortlistError) {
    try connection.prepareForFTS5()
    try connection.execute("INSERT INTO made(made, rank) VALUES('merge', \(pages))")
  }

  // MARK: Items

  private mutating func newItems(
    _ count: Int, _ generator: inout SeededGenerator
  ) -> [(docid: Int64, texts: [String])] {
    (0..<count).map { number in
      last += texts == .farBetween ? 1 << 50 : generator.once(in: 9) ? 1 << 40 : 1
      docids.append(last)
      return (last, columns.map { _ in texts.text(number, &generator) })
    }
  }

  /// Returns the texts of an item, from those of the columns of the index.
  private func texts(_ columns: [String]) -> ItemTexts {
    var all = Field.columns.map { _ in "" }
    for (column, text) in zip(IndexTable.columnNumbers(table), columns) { all[column] = text }
    return ItemTexts(all: all)
  }

  private func insert(
    _ items: [(docid: Int64, texts: [String])], into table: String, key: String
  ) throws(ShortlistError) {
    let places = (1...columns.count + 1).map { "?\($0)" }.joined(separator: ", ")
    let statement = try connection.statement(
      "INSERT INTO \(table)(\(key), \(columns.joined(separator: ", "))) VALUES(\(places))")
    for (docid, texts) in items {
      statement.bind(docid, at: 1)
      try statement.run(self.texts(texts), IndexTable.columnNumbers(self.table), from: 2)
    }
  }

  /// Makes FTS5 add items.
  mutating func add(_ count: Int, _ generator: inout SeededGenerator) throws(ShortlistError) {
    let items = newItems(count, &generator)
    try insert(items, into: "item", key: "docid")
    try connection.prepareForFTS5()
    try insert(items, into: "made", key: "rowid")
  }

  /// Makes FTS5 remove some items, and replace some others.
  mutating func remove(_ count: Int, _ generator: inout SeededGenerator) throws(ShortlistError) {
    try connection.prepareForFTS5()
    let names = columns.joined(separator: ", ")
    for docid in generator.some(docids, count) {
      try connection.execute(
        """
        INSERT INTO made(made, rowid, \(names)) SELECT 'delete', * FROM item WHERE docid = \(docid);
        DELETE FROM item WHERE docid = \(docid)
        """)
      guard generator.once(in: 2) else {
        docids.removeAll { $0 == docid }
        continue
      }
      let others = columns.map { _ in texts.text(Int(docid & 0xff), &generator) }
      try insert([(docid, others)], into: "item", key: "docid")
      try insert([(docid, others)], into: "made", key: "rowid")
    }
  }

  /// Makes FTS5 remove all items.
  mutating func removeAll() throws(ShortlistError) {
    try connection.prepareForFTS5()
    try connection.execute(
      """
      INSERT INTO made(made, rowid, \(columns.joined(separator: ", ")))
        SELECT 'delete', * FROM item ORDER BY docid;
      DELETE FROM item
      """)
    docids = []
  }

  /// Fills some pages of the index with random bytes, or truncates them.
  func damage(_ count: Int, _ generator: inout SeededGenerator) throws(ShortlistError) {
    let pages = try connection.number("SELECT count(*) FROM made_data WHERE id > 10") ?? 0
    for _ in 0..<count {
      let page = generator.number(0...Int(max(pages, 1)) - 1)
      let length = generator.pick([1, 2, 3, 8])
      let bytes = (0..<length).map { _ in
        generator.pick(["00", "01", "7f", "80", "ff", "02", "f0"])
      }
      let place = generator.once(in: 3) ? generator.number(0...8) : generator.number(0...4_000)
      let behind = generator.once(in: 5) ? "x''" : "substr(block, \(place + length + 1))"
      try connection.writingShadows { () throws(ShortlistError) in
        try connection.execute(
          """
          UPDATE made_data SET block = CAST(substr(block, 1, \(place)) || x'\(bytes.joined())'
            || \(behind) AS BLOB)
          WHERE id = (SELECT id FROM made_data WHERE id > 10 ORDER BY id LIMIT 1 OFFSET \(page))
          """)
      }
    }
  }

  /// Removes some items, replaces some others and adds new ones, all as one segment, in a
  /// transaction; `false` if it was not written.
  mutating func changeBySegment(
    _ count: Int, _ generator: inout SeededGenerator
  ) throws(ShortlistError) -> Bool {
    let changed = generator.some(docids, count).sorted()
    let replaced = changed.filter { _ in generator.once(in: 2) }
    docids.removeAll { Set(changed).subtracting(replaced).contains($0) }
    let others = replaced.map { docid in
      (docid: docid, texts: columns.map { _ in texts.text(Int(docid & 0xff), &generator) })
    }
    let added = newItems(count, &generator)
    return try transaction { (index) throws(ShortlistError) in
      let segment = try SegmentBuilder(of: index.table, hasStems: index.hasStems)
      let names = index.columns.joined(separator: ", ")
      var rest = others[...]
      for docid in changed {
        let row = try index.connection.statement("SELECT \(names) FROM item WHERE docid = ?1")
        row.bind(docid, at: 1)
        guard try row.step() else { throw ShortlistError(.storage, "No item \(docid).") }
        let old = index.columns.indices.map { row.text(Int32($0)) }
        row.reset()
        try segment.remove(index.texts(old), at: docid)
        try index.connection.execute("DELETE FROM item WHERE docid = \(docid)")
        if let next = rest.first, next.docid == docid {
          try segment.add(index.texts(next.texts), at: docid)
          rest.removeFirst()
        }
      }
      try index.insert(others, into: "item", key: "docid")
      try index.insert(added, into: "item", key: "docid")
      for (docid, texts) in added { try segment.add(index.texts(texts), at: docid) }
      return try segment.write(to: "made", on: index.connection)
    }
  }

  /// Adds items as a segment, in a transaction; `false` if it was not written.
  mutating func addSegment(
    _ count: Int, _ generator: inout SeededGenerator
  ) throws(ShortlistError) -> Bool {
    let items = newItems(count, &generator)
    return try transaction { (index) throws(ShortlistError) in
      try index.insert(items, into: "item", key: "docid")
      let segment = try SegmentBuilder(of: index.table, hasStems: index.hasStems)
      for (docid, texts) in items { try segment.add(index.texts(texts), at: docid) }
      return try segment.write(to: "made", on: index.connection)
    }
  }
}
