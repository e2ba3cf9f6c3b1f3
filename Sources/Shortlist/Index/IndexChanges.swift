/// What one transaction changes in the index, gathered so that it can be written in the order of
/// docids: FTS5 flushes its buffer whenever a docid is not above the last one.
struct IndexChanges {
  /// What happens to one docid: what stood there goes, then something else comes.
  private struct Change {
    var deleted: ItemTexts?
    var inserted: ItemTexts?
  }

  private var changes: [Int64: Change] = [:]

  mutating func insert(_ texts: ItemTexts, at docid: Int64) {
    changes[docid, default: Change()].inserted = texts
  }

  /// The texts must be exactly those that were inserted.
  mutating func delete(_ texts: ItemTexts, at docid: Int64) {
    if changes[docid]?.inserted != nil {
      changes[docid]?.inserted = nil
    } else {
      changes[docid, default: Change()].deleted = texts
    }
  }

  /// Writes all changes to the indexes that they belong to.
  mutating func write(to transaction: WriteTransaction) throws(ShortlistError) {
    let connection = transaction.connection
    let targets = try IndexTargets(transaction)
    let sorted = takeSorted()
    if targets.isFrozen {
      let add = try connection.statement("INSERT OR IGNORE INTO item_outdated(docid) VALUES(?1)")
      for (docid, change) in sorted where change.deleted != nil {
        add.bind(docid, at: 1)
        try add.run()
      }
    } else {
      try write(sorted, to: "", connection)
    }
    if let last = targets.rebuilt {
      try write(sorted.filter { $0.docid <= last }, to: IndexTable.next, connection)
    }
  }

  /// Writes all changes to the index that is being built.
  mutating func writeToNext(_ transaction: WriteTransaction) throws(ShortlistError) {
    try write(takeSorted(), to: IndexTable.next, transaction.connection)
  }

  private mutating func takeSorted() -> [(docid: Int64, change: Change)] {
    defer { changes.removeAll(keepingCapacity: true) }
    var sorted: [(docid: Int64, change: Change)] = []
    sorted.reserveCapacity(changes.count)
    for docid in changes.keys.sorted() {
      guard let change = changes[docid], change.deleted != change.inserted else { continue }
      sorted.append((docid, change))
    }
    return sorted
  }

  /// Writes changes one table after the other: each works on its own pages.
  private func write(
    _ sorted: [(docid: Int64, change: Change)], to suffix: String, _ connection: Connection
  ) throws(ShortlistError) {
    guard !sorted.isEmpty else { return }
    let hasStems = try Meta.hasStems(on: connection)
    let counting = TermCounting(of: sorted.count, stems: hasStems) {
      (terms) throws(ShortlistError) in
      for (_, change) in sorted {
        if let texts = change.deleted { try terms.add(texts, step: -1) }
        if let texts = change.inserted { try terms.add(texts) }
      }
    }
    try Self.write(sorted, to: "item_titles" + suffix, ["title", "keywords"], connection) {
      [$0.title, $0.keywords]
    }
    let fields = ["title", "subtitle", "keywords", "body"]
    try Self.write(sorted, to: "item_texts" + suffix, fields, connection) {
      $0.hasProse || hasStems ? Array($0.all) : nil
    }
    try Self.write(counting.terms(), to: "term" + suffix, connection)
  }

  /// Writes what `values` gives of the texts, in the order of `columns`; `nil` where they do not stand
  /// in the table.
  private static func write(
    _ sorted: [(docid: Int64, change: Change)], to table: String, _ columns: [String],
    _ connection: Connection, values: (ItemTexts) -> [String]?
  ) throws(ShortlistError) {
    let names = columns.joined(separator: ", ")
    let places = (1...columns.count + 1).map { "?\($0)" }.joined(separator: ", ")
    let delete = try connection.statement(
      "INSERT INTO \(table)(\(table), rowid, \(names)) VALUES('delete', \(places))")
    let insert = try connection.statement(
      "INSERT INTO \(table)(rowid, \(names)) VALUES(\(places))")
    for (docid, change) in sorted {
      if let texts = change.deleted.flatMap(values) { try run(delete, docid, texts) }
      if let texts = change.inserted.flatMap(values) { try run(insert, docid, texts) }
    }
  }

  private static func run(
    _ statement: Statement, _ docid: Int64, _ texts: [String]
  ) throws(ShortlistError) {
    statement.bind(docid, at: 1)
    try statement.run(texts[...], from: 2)
  }

  // MARK: Terms

  private static func write(
    _ terms: TermCounts, to table: String, _ connection: Connection
  ) throws(ShortlistError) {
    let add = try connection.statement(
      "INSERT INTO \(table)(term, items, titles) VALUES(?1, ?2, ?3) ON CONFLICT(term) DO UPDATE "
        + "SET items = items + excluded.items, titles = titles + excluded.titles")
    let drop = try connection.statement("DELETE FROM \(table) WHERE term = ?1 AND items <= 0")
    var isEmpty = true
    try terms.take { (term) throws(ShortlistError) in
      isEmpty = false
      try add.bind(utf8: term.text, at: 1)
      add.bind(term.items, at: 2)
      add.bind(term.titles, at: 3)
      try add.run()
      if term.items < 0 {
        try drop.bind(utf8: term.text, at: 1)
        try drop.run()
      }
    }
    if !isEmpty { try Meta.advance("terms", on: connection) }
  }
}
