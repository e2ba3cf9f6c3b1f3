/// Checks a private copy of a repository's database, which it modifies in the process.
struct Checker {
  private let copy: Connection
  private var findings: [CheckReport.Finding] = []
  /// Whether the tokens are those of this version, so that the index can be compared.
  private var hasOurTokens = false
  private var items = 0
  private var sections: [SectionRow] = []

  /// The maximum number of findings from SQLite's own check.
  private static let maximumFileFindings = 10

  init(_ copy: Connection) {
    self.copy = copy
  }

  /// Runs all checks.
  ///
  /// - Complexity: O(*n*) for a database of *n* bytes, about 30 s for 1,000,000 titles; memory does
  ///   not grow with it.
  mutating func run() throws(ShortlistError) -> CheckReport {
    let start = ContinuousClock.now
    try check(.file) { (checker) throws(ShortlistError) in try checker.checkFile() }
    try check(.schema) { (checker) throws(ShortlistError) in try checker.checkSchema() }
    // Tables with other definitions are not read.
    if !findings.contains(where: { $0.part == .schema }) {
      try check(.versions) { (checker) throws(ShortlistError) in try checker.checkVersions() }
      try check(.items) { (checker) throws(ShortlistError) in
        try checker.checkItems()
      }
      try check(.items) { (checker) throws(ShortlistError) in try checker.checkLatestChange() }
      try check(.items) { (checker) throws(ShortlistError) in
        _ = try SynonymTable.sets(checker.copy)
      }
      try check(.attributes) { (checker) throws(ShortlistError) in
        for fault in try AttributeCheck(checker.copy, hashes: checker.hasOurTokens).faults() {
          checker.find(.attributes, fault)
        }
      }
      if hasOurTokens { try checkIndex() }
    }
    return CheckReport(
      findings: findings, items: items, sections: sections.count, duration: .now - start)
  }

  /// Throws unless the database is exactly as Shortlist would have made it.
  mutating func requireSoundness(path: String) throws(ShortlistError) {
    let findings = try run().findings
    guard !hasOurTokens || findings.contains(where: \.isDamage) else { return }
    throw ShortlistError(
      .damaged, "\(path) cannot be trusted: \(findings.first?.message ?? "it is empty")")
  }

  /// Checks a part; failing to read it is a finding, too.
  private mutating func check(
    _ part: CheckReport.Part, _ work: (inout Checker) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    do {
      try work(&self)
    } catch {
      guard error.isOfContents else { throw error }
      find(part, error.message)
    }
  }

  private mutating func find(
    _ part: CheckReport.Part, isDamage: Bool = true, _ message: String
  ) {
    findings.append(.init(part: part, isDamage: isDamage, message: message))
  }

  // MARK: Tables

  private mutating func checkFile() throws(ShortlistError) {
    for fault in try copy.faults(limit: Self.maximumFileFindings) {
      find(.file, "SQLite: \(fault)")
    }
  }

  private mutating func checkSchema() throws(ShortlistError) {
    if let difference = try Schema.difference(of: copy) {
      find(.schema, "The tables are not those of Shortlist: \(difference).")
    }
  }

  private mutating func checkVersions() throws(ShortlistError) {
    for key in Meta.counters {
      let number = try Meta.number(key, on: copy) ?? 0
      if !Limits.counters.contains(number) {
        find(.versions, "The counter “\(key)” is at \(number), where it cannot be.")
      }
    }
    if try Meta.number("rebuild_docid", on: copy) != nil, try !IndexRebuild.isThere(on: copy) {
      find(.versions, "The index that is being rebuilt is missing.")
    }
    if let reason = try Meta.reasonNotToWrite("last_writer", on: copy) {
      find(.versions, isDamage: false, reason)
    }
    guard try Meta.number("frozen", on: copy) != 1 else {
      find(
        .versions, isDamage: false,
        "The index is being rebuilt, so the one in use was not compared with the items.")
      return
    }
    let version = try Meta.number("tokenizer", on: copy) ?? 0
    hasOurTokens = version == Meta.tokenizerVersion
    guard !hasOurTokens else { return }
    find(
      .versions, isDamage: false,
      "The index holds tokens of version \(version), this Shortlist makes "
        + "\(Meta.tokenizerVersion): it was not compared with the items.")
  }

  private mutating func checkItems() throws(ShortlistError) {
    let stems = try Meta.hasStems(on: copy)
    sections = try SectionTable.rows(copy)
    let lastSearch = try copy.number("SELECT max(number) FROM recent_search") ?? 0
    if !Limits.counters.contains(lastSearch) {
      find(.items, "A recent search has the number \(lastSearch), which none can have.")
    }
    var order = SectionOrder()
    var counts: [Int64: Int] = [:]
    let terms = try TermCounts(stems: stems)
    var sum = TermSum()
    var changed = Tally()
    var lost = Tally()
    var displaced = Tally()
    var impossible = Tally()
    let known = Set(sections.map(\.number))
    let rows = try copy.statement(
      """
      SELECT \(ItemRow.columns),
        checksum IS \(ItemChecksum.ofRow())
      FROM item ORDER BY docid
      """)
    defer { rows.reset() }
    while try rows.step() {
      let row = ItemRow(unchecked: rows)
      items += 1
      counts[row.section, default: 0] += 1
      order.add(row)
      if rows.int64(ItemRow.columnCount) == 0 { changed.add(row.id) }
      if !known.contains(row.section) { lost.add(row.id) }
      if !row.hasPossiblePlace { impossible.add(row.id) }
      if try isDisplaced(row) { displaced.add(row.id) }
      if hasOurTokens {
        try terms.add(row.texts)
        if items.isMultiple(of: 10_000) { try terms.take { sum.add($0) } }
      }
    }
    if let items = changed.items { find(.items, "\(items) not what Shortlist wrote.") }
    if let items = lost.items { find(.items, "\(items) in no section.") }
    if let items = displaced.items {
      find(.items, "\(items) under a key of another section or rank.")
    }
    if let items = impossible.items {
      find(.items, "\(items) at a position or of a weight that no item can have.")
    }
    try checkAliases()
    try checkPins()
    for row in sections {
      if let fault = row.fault {
        find(.sections, fault.prefix(1).uppercased() + fault.dropFirst() + ".")
      }
      let name = "The section “\(row.section.id)”"
      let count = counts[row.number, default: 0]
      if count != row.items { find(.sections, "\(name) holds \(count) items, not \(row.items).") }
      if order.shuffled.contains(row.number), !row.isShuffled {
        find(.sections, "\(name) is in another order than it says.")
      }
    }
    guard hasOurTokens else { return }
    try terms.take { sum.add($0) }
    try check(.terms) { (checker) throws(ShortlistError) in try checker.checkTerms(sum) }
  }

  /// An alias is another id of an item, and never that of an item itself.
  private mutating func checkAliases() throws(ShortlistError) {
    let wrong = try copy.number(
      """
      SELECT count(*) FROM item_alias
      WHERE item NOT IN (SELECT id FROM item) OR id IN (SELECT id FROM item)
      """)
    if let wrong, wrong > 0 {
      find(.items, "\(wrong) of the ids of moved items stand for none, or for another.")
    }
  }

  /// A pin belongs to an item.
  private mutating func checkPins() throws(ShortlistError) {
    let wrong = try copy.number(
      "SELECT count(*) FROM pinned_item WHERE item NOT IN (SELECT id FROM item)")
    if let wrong, wrong > 0 { find(.items, "\(wrong) of the pins belong to no item.") }
  }

  /// Whether the docid belongs to another section, or to another rank class without need. Only a
  /// full class sends items to others.
  private func isDisplaced(_ row: ItemRow) throws(ShortlistError) -> Bool {
    let docid = DocID(row.docid)
    guard docid.section == row.section else { return true }
    let own = RankClass(weight: row.weight, length: Tokens.length(row.texts.title))
    guard docid.rankClass != own else { return false }
    let range = DocID.range(ofSection: row.section, rankClass: own)
    let statement = try copy.statement("SELECT 1 FROM item WHERE docid BETWEEN ?1 AND ?2 LIMIT 1")
    defer { statement.reset() }
    statement.bind(range.lowerBound, at: 1)
    statement.bind(range.upperBound, at: 2)
    return try !statement.step()
  }

  private mutating func checkTerms(_ expected: TermSum) throws(ShortlistError) {
    var found = TermSum()
    let rows = try copy.statement("SELECT term, items, titles FROM term")
    defer { rows.reset() }
    while try rows.step() { found.add(TermCount(rows)) }
    if found != expected {
      find(.terms, "The list of words is not that of the items.")
    }
    try checkTermDictionary(found)
  }

  /// Compares both records of the items that the latest change touched.
  private mutating func checkLatestChange() throws(ShortlistError) {
    let change = try Meta.number("changes", on: copy) ?? 0
    if try !ItemChangeTable.agreesWithCopy(of: change, on: copy) {
      find(.items, "There are two different records of what the latest change touched.")
    }
  }

  /// Compares the snapshot of the term dictionary, if there is one.
  private mutating func checkTermDictionary(_ expected: TermSum) throws(ShortlistError) {
    let revision = try Meta.number("terms", on: copy) ?? 0
    guard try TermDictionarySnapshot.revision(on: copy) == revision else { return }
    var found: TermSum?
    if let dictionary = try TermDictionary.copy(of: revision, on: copy) {
      found = TermSum()
      dictionary.forEach { found?.add($0) }
    }
    let isSame = try TermDictionarySnapshot.agreesWithCopy(of: revision, on: copy)
    if found != expected || !isSame {
      find(.terms, "The copy of the list of words is not that list.")
    }
  }

  // MARK: Index

  /// Lets FTS5 compare its tables with the items. FTS5 does so only if the items are its content,
  /// so this copy declares them as the content of both tables.
  private mutating func checkIndex() throws(ShortlistError) {
    let condition = try Meta.hasStems(on: copy) ? "" : " WHERE \(Field.hasProse)"
    try copy.execute("CREATE VIEW item_with_texts AS SELECT * FROM item\(condition)")
    let counts = try [
      "item_titles": copy.number("SELECT count(*) FROM item"),
      "item_texts": copy.number("SELECT count(*) FROM item\(condition)"),
    ]
    try copy.rewriteSchema(
      """
      UPDATE sqlite_schema SET sql = replace(sql, 'content=''''',
        'content=item_with_texts, content_rowid=docid')
      WHERE name = 'item_texts'
      """)
    for (part, table) in CheckedTable.all {
      try check(part) { (checker) throws(ShortlistError) in
        guard try checker.canRead(table, part) else { return }
        try checker.copy.execute(
          "INSERT INTO \(table)(\(table), rank) VALUES('integrity-check', 1)")
        try Merging.requireStructure(of: table, on: checker.copy)
        let counted = try checker.copy.number(
          "SELECT ifnull(shortlist_counted_items(block), -1) FROM \(table)_data WHERE id = 1")
        if counted != counts[table] {
          checker.find(part, "The totals of \(table) are not those of the items.")
        }
        try checker.checkLeaves(of: table, part)
      }
    }
  }

  /// Whether FTS5 can read the pages of a table. It trusts the numbers in them, even in its own
  /// check: SQLite 3.40 reads far beyond a page whose footer is wrong.
  private mutating func canRead(
    _ table: String, _ part: CheckReport.Part
  ) throws(ShortlistError) -> Bool {
    let leaves = try copy.number(
      """
      SELECT count(*) FROM \(table)_data
      WHERE id >= 1 << 37 AND id & (1 << 36) = 0
        AND NOT shortlist_leaf_is_sound(block)
      """)
    guard let leaves, leaves > 0 else { return true }
    find(part, "\(Int(leaves)) pages of \(table) cannot be read.")
    return false
  }

  /// Checks that each leaf of an index can be found by its first term. FTS5 compares the list of
  /// first terms with the leaves, but misses entries that the list lacks.
  private mutating func checkLeaves(
    of table: String, _ part: CheckReport.Part
  ) throws(ShortlistError) {
    // The id of a leaf is its segment, then its number in 37 bits. A leaf with terms ends with a
    // footer, which begins at the offset in the leaf's third and fourth bytes.
    let unlisted = try copy.number(
      """
      SELECT count(*) FROM \(table)_data
      WHERE id >= 1 << 37 AND id & (1 << 36) = 0
        AND hex(substr(block, 3, 2)) <> printf('%04X', length(block))
        AND id NOT IN (SELECT ifnull((segid << 37) + (pgno >> 1), 0) FROM \(table)_idx)
      """)
    let misplaced = try copy.number(
      """
      SELECT count(*) FROM (
        SELECT pgno >> 1 AS leaf, lag(pgno >> 1) OVER (PARTITION BY segid ORDER BY term) AS last
        FROM \(table)_idx)
      WHERE leaf <= last
      """)
    guard unlisted != 0 || misplaced != 0 else { return }
    find(part, "The list of the pages of \(table) lacks some, or has them in another order.")
  }
}

/// The FTS5 tables, with their parts of a report.
private enum CheckedTable {
  static let all: [(CheckReport.Part, String)] = [
    (.titles, "item_titles"), (.texts, "item_texts"),
  ]
}

extension ShortlistError {
  /// Whether the contents of the file are wrong, not the disk or the memory.
  fileprivate var isOfContents: Bool {
    ![.full, .busy, .cannotOpen, .cancelled, .outOfMemory].contains(code) && !isOfDisk
  }
}

/// Items with the same fault.
private struct Tally {
  private var count = 0
  private var first: Item.ID?

  mutating func add(_ id: Item.ID) {
    count += 1
    if first == nil { first = id }
  }

  /// The beginning of a sentence about them; `nil` when there are none.
  var items: String? {
    first.map { count == 1 ? "The item “\($0)” is" : "\(count) items, “\($0)” first, are" }
  }
}

/// The sections whose list orders items of one rank class differently from their docids.
private struct SectionOrder {
  private(set) var shuffled: Set<Int64> = []
  private var last: (docid: DocID, position: Int64)?

  /// Adds the next item by docid.
  mutating func add(_ row: ItemRow) {
    let docid = DocID(row.docid)
    if let last, last.docid.section == docid.section, last.docid.rankClass == docid.rankClass,
      row.position < last.position
    {
      shuffled.insert(row.section)
    }
    last = (docid, row.position)
  }
}
