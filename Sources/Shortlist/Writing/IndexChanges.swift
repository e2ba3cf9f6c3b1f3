/// The index changes of one transaction, gathered so that they can be written in order of docid:
/// FTS5 flushes its buffer whenever a docid is not above the last one.
struct IndexChanges {
  private var events = IndexEvents()
  /// Whether the changes belong to a load, which merges segments at its end.
  var isLoad = false

  /// Makes room for a number of changes.
  mutating func reserve(_ count: Int) { events.reserve(count) }

  mutating func insert(_ texts: ItemTexts, at docid: Int64) {
    events.append(IndexEvent(docid: docid, texts: texts, isInsertion: true))
  }

  /// Deletes the texts of a docid, which must be exactly those that were inserted.
  mutating func delete(_ texts: ItemTexts, at docid: Int64) {
    events.append(IndexEvent(docid: docid, texts: texts, isInsertion: false))
  }

  /// Writes all changes to the indexes they belong to. Calls `meanwhile`, for the caller's other
  /// writes, while background tasks gather the postings.
  ///
  /// - Returns: the docids of all changes, ascending.
  mutating func write(
    to transaction: WriteTransaction, meanwhile: () throws(ShortlistError) -> Void
  ) throws(ShortlistError) -> [Int64] {
    let connection = transaction.connection
    let targets = try IndexTargets(transaction)
    let events = takeEvents()
    let sorted: SortedIndexEvents
    if targets.isFrozen {
      try meanwhile()
      sorted = events.sorted()
      let add = try connection.statement("INSERT OR IGNORE INTO item_outdated(docid) VALUES(?1)")
      for event in sorted.all where !event.isInsertion {
        add.bind(event.docid, at: 1)
        try add.run()
      }
    } else {
      sorted = try write(events, to: "", connection, meanwhile: meanwhile)
    }
    if let last = targets.rebuilt {
      try write(events.upTo(last), to: IndexTable.next, connection)
    }
    return sorted.docids
  }

  /// Writes all changes to the index that is being built.
  mutating func writeToNext(_ transaction: WriteTransaction) throws(ShortlistError) {
    try write(takeEvents(), to: IndexTable.next, transaction.connection)
  }

  private mutating func takeEvents() -> IndexEvents {
    defer { events = IndexEvents() }
    return events
  }

  /// With fewer changes, a background task costs more than it saves.
  private static let changesWorthAThread = 1_000

  /// Writes the changes table by table, since each has its own pages.
  @discardableResult
  private func write(
    _ events: IndexEvents, to suffix: String, _ connection: Connection,
    meanwhile: () throws(ShortlistError) -> Void = {}
  ) throws(ShortlistError) -> SortedIndexEvents {
    let hasStems = try Meta.hasStems(on: connection)
    guard events.all.count >= Self.changesWorthAThread else {
      try meanwhile()
      let sorted = events.sorted()
      let counts = try Self.counts(of: sorted.all, hasStems)
      try write(to: "term" + suffix, isLarge: false, connection) {
        (body) throws(ShortlistError) in try counts.take(body)
      }
      for table in IndexTable.searched {
        try writeByFTS5(sorted.all, to: table, suffix, hasStems, connection)
      }
      return sorted
    }
    let workers = Workers(besideCallerUpTo: IndexTable.searched.count)
    let sorting = BackgroundTask(on: workers) { events.sorted() }
    func build(_ table: String) -> BackgroundTask<SegmentBuilder> {
      BackgroundTask(on: workers) { () throws(ShortlistError) in
        try Self.segment(of: sorting.value().all, for: table, hasStems)
      }
    }
    let building = (titles: build(IndexTable.titles), texts: build(IndexTable.texts))
    // No task must outlive this function, whichever way it returns.
    defer {
      _ = try? building.titles.value()
      _ = try? building.texts.value()
    }
    try meanwhile()
    let (titles, texts) = try (building.titles.value(), building.texts.value())
    try write(to: "term" + suffix, isLarge: true, connection) { (body) throws(ShortlistError) in
      try SegmentBuilder.forEachCount(in: titles, texts, body)
    }
    let sorted = try sorting.value()
    for (table, segment) in [(IndexTable.titles, titles), (IndexTable.texts, texts)] {
      if try segment.write(to: table + suffix, on: connection) {
        _ = try merging(after: sorted.all.count).merge(table + suffix, on: connection)
      } else {
        try writeByFTS5(sorted.all, to: table, suffix, hasStems, connection)
      }
    }
    return sorted
  }

  private static func counts(
    of sorted: [IndexEvent], _ hasStems: Bool
  ) throws(ShortlistError) -> TermCounts {
    let counts = try TermCounts(stems: hasStems)
    for event in sorted { try counts.add(event.texts, step: event.isInsertion ? 1 : -1) }
    return counts
  }

  private static func segment(
    of sorted: [IndexEvent], for table: String, _ hasStems: Bool
  ) throws(ShortlistError) -> SegmentBuilder {
    let segment = try SegmentBuilder(of: table, hasStems: hasStems)
    for (place, event) in sorted.enumerated() {
      if place + 8 < sorted.count { sorted[place + 8].texts.prefetch() }
      let isInTexts = event.texts.isIn(IndexTable.texts, hasStems: hasStems)
      guard isInTexts || table == IndexTable.titles else { continue }
      if event.isInsertion {
        try segment.add(event.texts, at: event.docid, isAlone: !isInTexts)
      } else {
        try segment.remove(event.texts, at: event.docid, isAlone: !isInTexts)
      }
    }
    try segment.finish()
    return segment
  }

  /// Writes changes through FTS5, and merges what it has written.
  private func writeByFTS5(
    _ sorted: [IndexEvent], to table: String, _ suffix: String, _ hasStems: Bool,
    _ connection: Connection
  ) throws(ShortlistError) {
    guard try Self.write(sorted, to: table, suffix, hasStems, connection) else { return }
    try merging(after: sorted.count).mergeAfterFTS5(table + suffix, on: connection)
  }

  private func merging(after count: Int) -> Merging {
    if isLoad { return .inLoads }
    return count >= Self.changesWorthAThread ? .afterManyChanges : .afterFewChanges
  }

  /// Writes changes through FTS5; returns `false` if none concerns this table.
  private static func write(
    _ sorted: [IndexEvent], to table: String, _ suffix: String, _ hasStems: Bool,
    _ connection: Connection
  ) throws(ShortlistError) -> Bool {
    guard !sorted.isEmpty else { return false }
    try connection.prepareForFTS5()
    let columns = IndexTable.columns(table)
    let numbers = IndexTable.columnNumbers(table)
    let name = table + suffix
    let names = columns.joined(separator: ", ")
    let places = (1...columns.count + 1).map { "?\($0)" }.joined(separator: ", ")
    let delete = try connection.statement(
      "INSERT INTO \(name)(\(name), rowid, \(names)) VALUES('delete', \(places))")
    let insert = try connection.statement(
      "INSERT INTO \(name)(rowid, \(names)) VALUES(\(places))")
    var isWritten = false
    var size = 0
    for event in sorted {
      guard event.texts.isIn(table, hasStems: hasStems) else { continue }
      let statement = event.isInsertion ? insert : delete
      statement.bind(event.docid, at: 1)
      try statement.run(event.texts, numbers, from: 2)
      size += event.texts.size(of: numbers)
      isWritten = true
    }
    if isWritten {
      let mergesItself = try !IndexSupport.allowsWriting(name, of: connection)
      if mergesItself || size > mostWithoutMerge {
        try SegmentChangeTable.add(nil, of: name, on: connection)
      }
    }
    return isWritten
  }

  /// The bytes of text that FTS5 writes as a few segments, with no need to merge any. It merges 32.
  private static let mostWithoutMerge = 1 << 21

  // MARK: Terms

  /// Adds the counts that `forEach` passes on, in byte order.
  private func write(
    to table: String, isLarge: Bool, _ connection: Connection,
    _ forEach: ((TermCount) throws(ShortlistError) -> Void) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    // A large load changes most terms, and saves a whole new snapshot at its end instead.
    let isCopied = table == "term" && !(isLoad && isLarge)
    let add = try connection.statement(
      "INSERT INTO \(table)(term, items, titles) VALUES(?1, ?2, ?3) ON CONFLICT(term) DO UPDATE "
        + "SET items = items + excluded.items, titles = titles + excluded.titles")
    // RETURNING would take three times as long.
    let read =
      try isCopied
      ? connection.statement("SELECT term, items, titles FROM term WHERE term = ?1") : nil
    let drop = try connection.statement("DELETE FROM \(table) WHERE term = ?1 AND items <= 0")
    let changed = try PackedTerms()
    var isEmpty = true
    try forEach { (term) throws(ShortlistError) in
      isEmpty = false
      try add.bind(utf8: term.text, at: 1)
      add.bind(term.items, at: 2)
      add.bind(term.titles, at: 3)
      try add.run()
      if let read {
        try read.bind(utf8: term.text, at: 1)
        defer { read.reset() }
        if try read.step() { try changed.add(TermCount(read)) }
      }
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

/// The indexes that a transaction writes to: the one in use, a new one that is being built, or
/// both.
struct IndexTargets {
  /// Whether the index in use stays unchanged, because it has tokens of an older version, or
  /// because this SQLite must not write after the one that wrote it.
  let isFrozen: Bool
  /// The last docid up to which the new index is complete; `nil` when none is being built.
  let rebuilt: Int64?

  /// Determines the targets, and claims them for writing.
  ///
  /// Freezes an index with older tokens and begins to build a new one; `rebuilds` also begins one.
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
