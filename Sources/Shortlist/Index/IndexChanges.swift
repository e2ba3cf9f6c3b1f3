/// What one transaction changes in the index, gathered so that it can be written in the order of
/// docids: FTS5 flushes its buffer whenever a docid is not above the last one.
struct IndexChanges {
  /// What happens to one docid: what stood there goes, then something else comes.
  private struct Change {
    var deleted: ItemTexts?
    var inserted: ItemTexts?
  }

  private var changes: [Int64: Change] = [:]
  private var terms: [String: Int64] = [:]

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

  /// Writes all changes, one table after the other: each works on its own pages.
  mutating func write(to transaction: WriteTransaction) throws(ShortlistError) {
    let connection = transaction.connection
    let hasStems = try Meta.hasStems(on: connection)
    let sorted = changes.filter { $0.value.deleted != $0.value.inserted }
      .sorted { $0.key < $1.key }
    changes.removeAll(keepingCapacity: true)
    for (docid, change) in sorted {
      try Self.write(change, at: docid, to: "item_titles", connection) {
        [$0.title, $0.keywords]
      }
    }
    for (docid, change) in sorted {
      try Self.write(change, at: docid, to: "item_fragments", connection) {
        [$0.title, $0.keywords]
      }
    }
    for (docid, change) in sorted {
      try Self.write(change, at: docid, to: "item_texts", connection) {
        $0.hasProse || hasStems ? [$0.title, $0.subtitle, $0.keywords, $0.body] : nil
      }
    }
    for (_, change) in sorted {
      if let texts = change.deleted { try count(texts, by: -1, stems: hasStems) }
      if let texts = change.inserted { try count(texts, by: 1, stems: hasStems) }
    }
    try writeTerms(to: connection)
  }

  private static func write(
    _ change: Change, at docid: Int64, to table: String, _ connection: Connection,
    columns: (ItemTexts) -> [String]?
  ) throws(ShortlistError) {
    if let texts = change.deleted, let values = columns(texts) {
      let statement = try connection.statement(
        "INSERT INTO \(table)(\(table), rowid, \(names(values.count))) "
          + "VALUES('delete', \(places(values.count)))")
      try run(statement, docid, values)
    }
    if let texts = change.inserted, let values = columns(texts) {
      let statement = try connection.statement(
        "INSERT INTO \(table)(rowid, \(names(values.count))) VALUES(\(places(values.count)))")
      try run(statement, docid, values)
    }
  }

  private static func names(_ count: Int) -> String {
    count == 2 ? "title, keywords" : "title, subtitle, keywords, body"
  }

  private static func places(_ count: Int) -> String {
    count == 2 ? "?1, ?2, ?3" : "?1, ?2, ?3, ?4, ?5"
  }

  private static func run(
    _ statement: Statement, _ docid: Int64, _ texts: [String]
  ) throws(ShortlistError) {
    statement.bind(docid, at: 1)
    for (offset, text) in texts.enumerated() {
      try statement.bind(text, at: Int32(offset + 2))
    }
    try statement.run()
  }

  // MARK: Terms

  private mutating func count(
    _ texts: ItemTexts, by step: Int64, stems: Bool
  ) throws(ShortlistError) {
    var distinct: Set<String> = []
    for text in [texts.title, texts.subtitle, texts.keywords, texts.body] where !text.isEmpty {
      let tokens = try Tokens(text)
      for index in tokens.indices where tokens[index].isTerm {
        distinct.insert(tokens.text(of: tokens[index]))
      }
    }
    if stems {
      distinct.formUnion(distinct.compactMap { Tokens.markedStem($0.utf8) })
    }
    for term in distinct { terms[term, default: 0] += step }
  }

  private mutating func writeTerms(to connection: Connection) throws(ShortlistError) {
    let add = try connection.statement(
      "INSERT INTO term(term, items) VALUES(?1, ?2) "
        + "ON CONFLICT(term) DO UPDATE SET items = items + excluded.items")
    let drop = try connection.statement("DELETE FROM term WHERE term = ?1 AND items <= 0")
    for (term, step) in terms.sorted(by: { $0.key < $1.key }) where step != 0 {
      try add.bind(term, at: 1)
      add.bind(step, at: 2)
      try add.run()
      if step < 0 {
        try drop.bind(term, at: 1)
        try drop.run()
      }
    }
    if !terms.isEmpty { try Meta.advance("terms", on: connection) }
    terms.removeAll(keepingCapacity: true)
  }
}
