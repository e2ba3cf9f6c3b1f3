/// What one transaction changes in the index, gathered so that it can be written in the order of
/// docids: FTS5 flushes its buffer whenever a docid is not above the last one.
struct IndexChanges {
  /// Texts begin to stand at a docid, or stand there no longer.
  private struct Event {
    let docid: Int64
    let texts: ItemTexts
    let isInsertion: Bool
    /// How many events came before.
    let number: UInt32
  }

  private var events: [Event] = []
  private var hasDeletions = false
  /// Whether they are of a load, which merges segments when it is over.
  var isLoad = false

  /// Makes room for so many changes.
  mutating func reserve(_ count: Int) { events.reserveCapacity(count) }

  mutating func insert(_ texts: ItemTexts, at docid: Int64) {
    append(texts, at: docid, isInsertion: true)
  }

  /// The texts must be exactly those that were inserted.
  mutating func delete(_ texts: ItemTexts, at docid: Int64) {
    append(texts, at: docid, isInsertion: false)
    hasDeletions = true
  }

  private mutating func append(_ texts: ItemTexts, at docid: Int64, isInsertion: Bool) {
    let number = UInt32(truncatingIfNeeded: events.count)
    events.append(Event(docid: docid, texts: texts, isInsertion: isInsertion, number: number))
  }

  /// Writes all changes to the indexes that they belong to. `meanwhile` is what the caller has to write
  /// besides, while other threads gather what comes into the index.
  mutating func write(
    to transaction: WriteTransaction, meanwhile: () throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    let connection = transaction.connection
    let targets = try IndexTargets(transaction)
    let sorted = takeSorted()
    if targets.isFrozen {
      try meanwhile()
      let add = try connection.statement("INSERT OR IGNORE INTO item_outdated(docid) VALUES(?1)")
      for event in sorted where !event.isInsertion {
        add.bind(event.docid, at: 1)
        try add.run()
      }
    } else {
      try write(sorted, to: "", connection, meanwhile: meanwhile)
    }
    if let last = targets.rebuilt {
      try write(sorted.filter { $0.docid <= last }, to: IndexTable.next, connection)
    }
  }

  /// Writes all changes to the index that is being built.
  mutating func writeToNext(_ transaction: WriteTransaction) throws(ShortlistError) {
    try write(takeSorted(), to: IndexTable.next, transaction.connection)
  }

  /// What all events come to, in the order of docids: at each, what stood there goes, then something else
  /// comes.
  private mutating func takeSorted() -> [Event] {
    var sorted = events
    events = []
    sorted.sort { ($0.docid, $0.number) < ($1.docid, $1.number) }
    guard hasDeletions else { return sorted }
    hasDeletions = false
    var settled: [Event] = []
    for event in sorted {
      // What came is gone again, or what went has come back.
      if let last = settled.last, last.docid == event.docid, last.isInsertion != event.isInsertion,
        last.isInsertion || last.texts == event.texts
      {
        settled.removeLast()
      } else {
        settled.append(event)
      }
    }
    return settled
  }

  /// Fewer changes take less time than a thread that gathers them.
  private static let changesWorthAThread = 1_000

  /// What comes into the index with some changes.
  private struct Gathered {
    let terms: TermCounts
    /// One for each table that is searched, if only new items come.
    var segments: [String: SegmentBuilder] = [:]
  }

  /// Writes changes one table after the other: each works on its own pages.
  private func write(
    _ sorted: [Event], to suffix: String, _ connection: Connection,
    meanwhile: () throws(ShortlistError) -> Void = {}
  ) throws(ShortlistError) {
    let hasStems = try Meta.hasStems(on: connection)
    let isLarge = sorted.count >= Self.changesWorthAThread
    let hasSegments = isLarge && sorted.allSatisfy(\.isInsertion)
    let work = BackgroundTask(isLarge: isLarge) { () throws(ShortlistError) in
      try Self.gather(sorted, hasStems, hasSegments: hasSegments)
    }
    // It does not go on when this is over, however that ends.
    defer { _ = try? work.value() }
    try meanwhile()
    let gathered = try work.value()
    let merging =
      isLoad ? Merging.inLoads : isLarge ? Merging.afterManyChanges : Merging.afterFewChanges
    for table in IndexTable.searched {
      if let segment = gathered.segments[table],
        try segment.write(to: table + suffix, on: connection)
      {
        _ = try merging.merge(table + suffix, on: connection)
      } else if try Self.write(sorted, to: table, suffix, hasStems, connection) {
        try merging.mergeAfterFTS5(table + suffix, on: connection)
      }
    }
    try write(gathered.terms, to: "term" + suffix, isLarge: isLarge, connection)
  }

  private static func gather(
    _ sorted: [Event], _ hasStems: Bool, hasSegments: Bool
  ) throws(ShortlistError) -> Gathered {
    var gathered = try Gathered(terms: TermCounts(stems: hasStems))
    for event in sorted { try gathered.terms.add(event.texts, step: event.isInsertion ? 1 : -1) }
    guard hasSegments else { return gathered }
    for table in IndexTable.searched {
      let segment = try SegmentBuilder(of: table, hasStems: hasStems)
      for event in sorted {
        guard let texts = event.texts.columns(of: table, hasStems: hasStems) else { continue }
        try segment.add(texts, at: event.docid)
      }
      gathered.segments[table] = segment
    }
    return gathered
  }

  /// Has FTS5 write changes; `false` when none of them is of this table.
  private static func write(
    _ sorted: [Event], to table: String, _ suffix: String, _ hasStems: Bool,
    _ connection: Connection
  ) throws(ShortlistError) -> Bool {
    guard !sorted.isEmpty else { return false }
    try connection.prepareForFTS5()
    let columns = IndexTable.columns(table)
    let name = table + suffix
    let names = columns.joined(separator: ", ")
    let places = (1...columns.count + 1).map { "?\($0)" }.joined(separator: ", ")
    let delete = try connection.statement(
      "INSERT INTO \(name)(\(name), rowid, \(names)) VALUES('delete', \(places))")
    let insert = try connection.statement(
      "INSERT INTO \(name)(rowid, \(names)) VALUES(\(places))")
    var isWritten = false
    for event in sorted {
      guard let texts = event.texts.columns(of: table, hasStems: hasStems) else { continue }
      let statement = event.isInsertion ? insert : delete
      statement.bind(event.docid, at: 1)
      try statement.run(texts, from: 2)
      isWritten = true
    }
    return isWritten
  }

  // MARK: Terms

  private func write(
    _ terms: TermCounts, to table: String, isLarge: Bool, _ connection: Connection
  ) throws(ShortlistError) {
    // A load that changes most terms makes a copy of them when it is over.
    let isCopied = table == "term" && !(isLoad && isLarge)
    let add = try connection.statement(
      "INSERT INTO \(table)(term, items, titles) VALUES(?1, ?2, ?3) ON CONFLICT(term) DO UPDATE "
        + "SET items = items + excluded.items, titles = titles + excluded.titles"
        + (isCopied ? " RETURNING term, items, titles" : ""))
    let drop = try connection.statement("DELETE FROM \(table) WHERE term = ?1 AND items <= 0")
    let changed = try PackedTerms()
    var isEmpty = true
    try terms.take { (term) throws(ShortlistError) in
      isEmpty = false
      try add.bind(utf8: term.text, at: 1)
      add.bind(term.items, at: 2)
      add.bind(term.titles, at: 3)
      defer { add.reset() }
      while try add.step() { try changed.add(TermCount(add)) }
      if term.items < 0 {
        try drop.bind(utf8: term.text, at: 1)
        try drop.run()
      }
    }
    guard !isEmpty, table == "term" else { return }
    let revision = try Meta.advance("terms", on: connection)
    if isCopied {
      try TermDictionarySnapshot.add(changed, revision: revision, on: connection)
    } else {
      try TermDictionarySnapshot.drop(on: connection)
    }
  }
}

/// Which indexes a transaction has to write its changes to: the one in use, another that is built
/// beside it, or both.
struct IndexTargets {
  /// Whether the index in use is left as it is, because it has tokens of an older version, or was
  /// written by a SQLite that this one must not write after.
  let isFrozen: Bool
  /// The last docid in the new index, which holds all items up to it; `nil` when none is built.
  let rebuilt: Int64?

  /// Finds out, and claims what will be written.
  ///
  /// An index of older tokens is frozen, and building another is begun, as it is for `rebuilds`.
  init(_ transaction: WriteTransaction, rebuilds: Bool = false) throws(ShortlistError) {
    let connection = transaction.connection
    let own = Meta.tokenizerVersion
    let version = try Meta.number("tokenizer", on: connection) ?? 0
    let nextVersion = try Meta.number("rebuild_tokenizer", on: connection) ?? own
    guard max(version, nextVersion) <= own else {
      throw ShortlistError(
        .newerVersion,
        "The index is used by a newer Shortlist (tokens of version \(max(version, nextVersion)), "
          + "this one makes \(own)).")
    }
    var isFrozen = try Meta.number("frozen", on: connection) == 1
    if !isFrozen, version == own {
      let reason = try Meta.reasonNotToWrite("last_writer", on: connection)
      if let reason, !rebuilds { throw ShortlistError(.newerVersion, reason) }
      isFrozen = reason != nil
    }
    isFrozen = isFrozen || version < own

    var rebuilt = try Meta.number("rebuild_docid", on: connection)
    if rebuilt != nil {
      let reason = try Meta.reasonNotToWrite("rebuild_writer", on: connection)
      if let reason, !rebuilds { throw ShortlistError(.newerVersion, reason) }
      if reason != nil || nextVersion < own {
        try IndexTable.dropNext(on: connection)
        rebuilt = nil
      }
    }
    if rebuilt == nil, rebuilds || isFrozen {
      try IndexRebuild.begin(on: connection)
      rebuilt = 0
    }
    try Meta.claim("frozen", isFrozen ? 1 : 0, on: connection)
    let sqlite = Database.sqliteVersionNumber
    if !isFrozen { try Meta.claim("last_writer", sqlite, on: connection) }
    if rebuilt != nil { try Meta.claim("rebuild_writer", sqlite, on: connection) }
    self.isFrozen = isFrozen
    self.rebuilt = rebuilt
  }
}
