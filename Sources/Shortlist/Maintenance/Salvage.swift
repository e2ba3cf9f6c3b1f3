/// Copies the readable contents of a damaged database into an empty one.
struct Salvage {
  private let source: Connection
  private let transaction: WriteTransaction
  private var target: Connection { transaction.connection }
  /// The ids of the sections, by number.
  private var sections: [Int64: ItemSection.ID] = [:]
  /// The position of the last item in each rank class of each section. The key is the docid without
  /// its sequence.
  private var lastPositions: [Int64: Int64] = [:]
  /// The sections with items at impossible positions.
  private var misplaced: Set<ItemSection.ID> = []
  private var kept = 0

  init(from source: Connection, to transaction: WriteTransaction) {
    self.source = source
    self.transaction = transaction
  }

  /// Copies everything.
  ///
  /// - Returns: the number of items copied.
  mutating func run() throws(ShortlistError) -> Int {
    try keepSections()
    try keepItems()
    try renumberMisplaced()
    try keepAliases()
    try keepRecentSearches()
    try keepLearnedChoices()
    try SynonymTable.write(SynonymTable.readableSets(source), on: target)
    try keepPins()
    // Without the checkpoints: their sources must restore the items that cannot be read.
    try keepFollowedTables()
    // Copies in memory must be recognised as outdated.
    for counter in Meta.counters {
      let old = Meta.carriedOver((try? Meta.number(counter, on: source)) ?? 0)
      try Meta.set(counter, max(old, try Meta.number(counter, on: target) ?? 0) + 1, on: target)
    }
    try TermDictionarySnapshot.settle(foldsChanges: false, on: target)
    return kept
  }

  /// Copies the sections in their order. If any number or position is impossible, all get new ones.
  private mutating func keepSections() throws(ShortlistError) {
    let insert = try target.statement(
      "INSERT OR IGNORE INTO section(number, id, title, position) VALUES(?1, ?2, ?3, ?4)")
    let rows = try SectionTable.rows(source).filter { !$0.section.id.rawValue.isEmpty }
    // The last number would leave no room for another section.
    let (numbers, positions) = (Limits.sectionNumbers, Limits.positions)
    let keepsNumbers = rows.allSatisfy {
      numbers.contains($0.number) && $0.number < numbers.upperBound
        && positions.contains($0.position) && $0.position < positions.upperBound
    }
    for (index, row) in rows.enumerated() {
      insert.bind(keepsNumbers ? row.number : Int64(index + 1), at: 1)
      try insert.bind(row.section.id.rawValue, at: 2)
      try insert.bind(row.section.title, at: 3)
      insert.bind(keepsNumbers ? row.position : Int64(index + 1), at: 4)
      try insert.run()
      sections[row.number] = row.section.id
    }
  }

  /// Copies the items by docid. After an unreadable page, it continues with the next readable one.
  private mutating func keepItems() throws(ShortlistError) {
    var first = Int64.min
    var stride: Int64 = 1
    while true {
      do {
        let last = try keepItems(from: &first, stride: &stride)
        if last { return }
      } catch {
        guard error.code == .damaged else { throw error }
        let (next, isOver) = first.addingReportingOverflow(stride)
        guard !isOver, stride < 1 << 60 else { return }
        first = next
        stride *= 2
      }
    }
  }

  /// Copies a batch of items from docid `first` on, and moves `first` past them; `true` when
  /// these were the last.
  private mutating func keepItems(
    from first: inout Int64, stride: inout Int64
  ) throws(ShortlistError) -> Bool {
    let writer = ItemWriter(transaction)
    let catalog = AttributeCatalog(for: source)
    var failure: ShortlistError?
    var count = 0
    do {
      let rows = try source.statement(
        "SELECT \(Item.columns) FROM item WHERE docid >= ?1 ORDER BY docid LIMIT ?2")
      defer { rows.reset() }
      rows.bind(first, at: 1)
      rows.bind(Int64(LoadBatch.usualItems), at: 2)
      while try rows.step() {
        count += 1
        let row = ItemRow(unchecked: rows)
        first = row.docid &+ 1
        stride = 1
        let item = item(rows, section: sections[row.section] ?? "Recovered", catalog)
        try keep(item, row, with: writer)
      }
    } catch {
      failure = error
    }
    _ = try writer.finish()
    if let failure { throw failure }
    return count < LoadBatch.usualItems || first == .min
  }

  /// Reads an item. If its attributes cannot be read, it has none.
  private func item(
    _ row: Statement, section: ItemSection.ID, _ catalog: AttributeCatalog
  ) -> Item {
    do {
      let item = try Item(unchecked: row, section: section, catalog)
      try item.validateAttributes()
      return item
    } catch {
      return Item(unchecked: row, section: section)
    }
  }

  private mutating func keep(
    _ found: Item, _ row: ItemRow, with writer: ItemWriter
  ) throws(ShortlistError) {
    var item = found
    if !Limits.isWeight(item.weight) { item.weight = 0 }
    guard !item.id.rawValue.isEmpty, try writer.row(item.id) == nil else { return }
    let section = try writer.section(item.section)
    let docid = try writer.freeDocid(in: section, rankClass: item.rankClass)
    let key = docid >> DocID.sequenceBits
    let range = Limits.positions
    let position = min(max(row.position, range.lowerBound), range.upperBound)
    if position != row.position { misplaced.insert(item.section) }
    if let last = lastPositions[key], position < last { section.isShuffled = true }
    lastPositions[key] = position
    try writer.insert(item, row.texts, at: docid, section: section, position: position)
    kept += 1
  }

  /// Copies the aliases of existing items, as far as they can be read.
  private func keepAliases() throws(ShortlistError) {
    let insert = try target.statement(
      """
      INSERT OR IGNORE INTO item_alias(id, item) SELECT ?1, ?2
      WHERE EXISTS(SELECT 1 FROM item WHERE id = ?2) AND NOT EXISTS(SELECT 1 FROM item WHERE id = ?1)
      """)
    guard let rows = try? source.statement("SELECT id, item FROM item_alias") else { return }
    defer { rows.reset() }
    while (try? rows.step()) == true {
      try insert.bind(rows.text(0), at: 1)
      try insert.bind(rows.text(1), at: 2)
      try insert.run()
    }
  }

  private func renumberMisplaced() throws(ShortlistError) {
    guard !misplaced.isEmpty else { return }
    let writer = ItemWriter(transaction)
    for section in misplaced { try writer.reorder(section, by: []) }
    _ = try writer.finish()
  }

  /// Copies the recent searches; failing to read them is no error.
  private func keepRecentSearches() throws(ShortlistError) {
    let insert = try target.statement("INSERT INTO recent_search(text) VALUES(?1)")
    guard let rows = try? source.statement("SELECT text FROM recent_search ORDER BY number") else {
      return
    }
    defer { rows.reset() }
    while (try? rows.step()) == true {
      try insert.bind(rows.text(0), at: 1)
      try insert.run()
    }
  }

  /// Copies the learned choices; failing to read them is no error.
  private func keepLearnedChoices() throws(ShortlistError) {
    let insert = try target.statement(LearnedChoiceRow.insertion)
    guard
      let rows = try? source.statement("SELECT \(LearnedChoiceRow.columns) FROM learned_choice")
    else { return }
    defer { rows.reset() }
    while (try? rows.step()) == true { try LearnedChoiceRow(rows).write(with: insert) }
  }

  /// Copies the pins of existing items, as far as they can be read.
  private func keepPins() throws(ShortlistError) {
    let insert = try target.statement(
      "INSERT OR IGNORE INTO pinned_item(text, item, place) SELECT ?1, ?2, ?3 "
        + "WHERE EXISTS(SELECT 1 FROM item WHERE id = ?2)")
    guard let rows = try? source.statement("SELECT text, item, place FROM pinned_item") else {
      return
    }
    defer { rows.reset() }
    while (try? rows.step()) == true {
      try insert.bind(rows.text(0), at: 1)
      try insert.bind(rows.text(1), at: 2)
      insert.bind(rows.int64(2), at: 3)
      try insert.run()
    }
  }

  /// Copies the settings of followed tables; failing to read them is no error.
  private func keepFollowedTables() throws(ShortlistError) {
    let insert = try target.statement(
      "INSERT OR IGNORE INTO followed_table(name, settings) VALUES(?1, ?2)")
    guard let rows = try? source.statement("SELECT name, settings FROM followed_table") else {
      return
    }
    defer { rows.reset() }
    while (try? rows.step()) == true {
      try insert.bind(rows.text(0), at: 1)
      try insert.bind(rows.text(1), at: 2)
      try insert.run()
    }
  }
}
