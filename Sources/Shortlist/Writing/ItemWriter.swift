/// Applies the changes of one transaction to the tables and the index.
///
/// The tables change immediately; ``finish()`` writes the index, the counts of sections and the
/// terms, and ends the writer.
final class ItemWriter {
  let transaction: WriteTransaction
  var connection: Connection { transaction.connection }
  var changes = IndexChanges()
  let attributes: AttributeWriter
  /// The items of the load that ``pendingRows`` refers to.
  var loadedItems = LoadItems()
  /// Their sections, as far as they were needed.
  var loadedSections: [WrittenSection?] = []
  var pendingRows = PendingRows()
  /// The statements that insert rows of items without attributes, and with some, once they are needed.
  var insertions: [Statement?] = [nil, nil]
  /// Called once all rows are written, before the index is.
  var afterRows: () -> Void = {}
  private var sections: [[UInt8]: WrittenSection] = [:]
  /// The last section that was asked for with each text. Other bytes may be an equal text.
  private var recentSections: [String: WrittenSection] = [:]
  /// The same sections by their numbers.
  private var numberedSections: [Int64: WrittenSection] = [:]
  /// The position of the last section; `nil` until it is read, which scans all sections.
  private var lastSectionPosition: Int64?
  /// The next free docid of each class, by the class's first docid.
  var nextDocids: [Int64: Int64] = [:]
  /// The classes found to be full, by their first docids. Finding out means counting all their
  /// items.
  var fullClasses: Set<Int64> = []
  /// The classes whose gaps were closed, as ranges of docids. Their items have moved.
  var closedRanges: [ClosedRange<Int64>] = []
  /// The docids of the items that have another position in the same section.
  var movedDocids: [Int64] = []
  /// Whether readers must read the sections, and the pins, again.
  var sectionsChanged = false
  /// Whether items may be gone.
  private var deletesItems = false
  /// Whether any item has an alias; `nil` until it is needed.
  var knowsAliases: Bool?

  /// A section, as this transaction sees it.
  final class WrittenSection {
    let id: ItemSection.ID
    let number: Int64
    var newItems = 0
    var lastPosition: Int64
    var isShuffled: Bool
    var wasShuffled: Bool

    init(id: ItemSection.ID, number: Int64, lastPosition: Int64, isShuffled: Bool) {
      self.id = id
      self.number = number
      self.lastPosition = lastPosition
      self.isShuffled = isShuffled
      wasShuffled = isShuffled
    }
  }

  /// The gap between positions when items are appended: room to insert others.
  static let positionStep: Int64 = 1_024

  init(_ transaction: WriteTransaction) {
    self.transaction = transaction
    attributes = AttributeWriter(transaction.connection)
  }

  /// Writes the index and the counts.
  ///
  /// - Returns: the number of the change.
  func finish() throws(ShortlistError) -> Int64 {
    let touched = try changes.write(to: transaction) { () throws(ShortlistError) in
      try writePendingRows()
      afterRows()
    }
    if try attributes.isInUse(), !touched.isEmpty {
      let revision = try Meta.advance("attributes", on: connection)
      try AttributeBlocks(revision: revision, on: connection).update(touched)
    }
    for section in sections.values {
      if section.newItems != 0 {
        let statement = try connection.statement(
          "UPDATE section SET items = items + ?2 WHERE number = ?1")
        statement.bind(section.number, at: 1)
        statement.bind(Int64(section.newItems), at: 2)
        try statement.run()
      }
      if section.isShuffled != section.wasShuffled {
        let statement = try connection.statement(
          "UPDATE section SET shuffled = ?2 WHERE number = ?1")
        statement.bind(section.number, at: 1)
        statement.bind(Int64(section.isShuffled ? 1 : 0), at: 2)
        try statement.run()
        sectionsChanged = true
      }
    }
    if deletesItems { try removeLostPins() }
    if sectionsChanged { try Meta.advance("sections", on: connection) }
    let change = try Meta.advance("changes", on: connection)
    try ItemChangeTable.add(touched + movedDocids, of: change, on: connection)
    return change
  }

  // MARK: Sections

  /// Returns the section with an id; `nil` if it does not exist.
  func findSection(_ id: ItemSection.ID) throws(ShortlistError) -> WrittenSection? {
    if let recent = recentSections[id.rawValue],
      recent.id.rawValue.utf8.elementsEqual(id.rawValue.utf8)
    {
      return recent
    }
    let key = Array(id.rawValue.utf8)
    if let known = sections[key] {
      recentSections[id.rawValue] = known
      return known
    }
    let statement = try connection.statement(
      "SELECT \(SectionRow.columns) FROM section WHERE id = ?1")
    try statement.bind(id.rawValue, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let row = SectionRow(statement)
    try row.check()
    let section = WrittenSection(
      id: id, number: row.number, lastPosition: try lastPosition(in: row.number),
      isShuffled: row.isShuffled)
    sections[key] = section
    numberedSections[row.number] = section
    return section
  }

  /// Returns the section with an id, which must exist.
  func existingSection(_ id: ItemSection.ID) throws(ShortlistError) -> WrittenSection {
    guard let section = try findSection(id) else {
      throw ShortlistError(.unknownSection, "There is no section “\(id)”.")
    }
    return section
  }

  /// Returns the section with an id; adds it at the end of the list if it does not exist.
  func section(_ id: ItemSection.ID) throws(ShortlistError) -> WrittenSection {
    if let known = try findSection(id) { return known }
    return try createSection(ItemSection(id: id))
  }

  @discardableResult
  func createSection(_ section: ItemSection) throws(ShortlistError) -> WrittenSection {
    guard !section.id.rawValue.isEmpty else {
      throw ShortlistError(.invalidItem, "A section needs an id of at least one character.")
    }
    guard try findSection(section.id) == nil else {
      throw ShortlistError(.duplicateID, "There is a section “\(section.id)” already.")
    }
    let position = try positionOfLastSection()
    let number = try lastOfSections("number", within: 0...Limits.sectionNumbers.upperBound) + 1
    let statement = try connection.statement(
      "INSERT INTO section(number, id, title, position) VALUES(?1, ?2, ?3, ?4)")
    statement.bind(number, at: 1)
    try statement.bind(section.id.rawValue, at: 2)
    try statement.bind(section.title, at: 3)
    statement.bind(position + 1, at: 4)
    try statement.run()
    lastSectionPosition = position + 1
    sectionsChanged = true
    let written = WrittenSection(
      id: section.id, number: number, lastPosition: 0, isShuffled: false)
    sections[Array(section.id.rawValue.utf8)] = written
    numberedSections[number] = written
    return written
  }

  /// Returns the greatest number in a column of the table of sections; throws if there is no room
  /// above it.
  private func lastOfSections(
    _ column: String, within range: ClosedRange<Int64>
  ) throws(ShortlistError) -> Int64 {
    let last = try connection.number("SELECT max(\(column)) FROM section") ?? 0
    guard range.contains(last) else {
      throw .damaged("a section has the \(column) \(last), which none can have")
    }
    guard last < range.upperBound else {
      throw ShortlistError(.full, "The list has no place left for another section.")
    }
    return last
  }

  func renameSection(_ id: ItemSection.ID, to title: String) throws(ShortlistError) {
    let section = try existingSection(id)
    let statement = try connection.statement("UPDATE section SET title = ?2 WHERE number = ?1")
    statement.bind(section.number, at: 1)
    try statement.bind(title, at: 2)
    try statement.run()
    sectionsChanged = true
  }

  func reorderSections(_ ids: [ItemSection.ID]) throws(ShortlistError) {
    var numbers: [Int64] = []
    var named: Set<Int64> = []
    for id in ids {
      let number = try existingSection(id).number
      if named.insert(number).inserted { numbers.append(number) }
    }
    numbers += try SectionTable(connection, revision: 0).rows.map(\.number)
      .filter { !named.contains($0) }
    let statement = try connection.statement("UPDATE section SET position = ?2 WHERE number = ?1")
    for (index, number) in numbers.enumerated() {
      statement.bind(number, at: 1)
      statement.bind(Int64(index + 1), at: 2)
      try statement.run()
    }
    lastSectionPosition = Int64(numbers.count)
    sectionsChanged = true
  }

  func removeSection(_ id: ItemSection.ID) throws(ShortlistError) {
    let section = try existingSection(id)
    for row in try rows(in: section) { try delete(row, from: section) }
    let statement = try connection.statement("DELETE FROM section WHERE number = ?1")
    statement.bind(section.number, at: 1)
    try statement.run()
    sections[Array(id.rawValue.utf8)] = nil
    recentSections = [:]
    numberedSections[section.number] = nil
    lastSectionPosition = nil
    sectionsChanged = true
  }

  /// Returns the section with a number, which must be in the table.
  func section(number: Int64) throws(ShortlistError) -> WrittenSection {
    if let known = numberedSections[number] { return known }
    let statement = try connection.statement("SELECT id FROM section WHERE number = ?1")
    statement.bind(number, at: 1)
    let found = try statement.step()
    let id = ItemSection.ID(statement.text(0))
    statement.reset()
    guard found, let section = try findSection(id) else {
      throw ShortlistError(.damaged, "The index is damaged: an item belongs to no section.")
    }
    return section
  }

  private func positionOfLastSection() throws(ShortlistError) -> Int64 {
    if let lastSectionPosition { return lastSectionPosition }
    let position = try lastOfSections("position", within: Limits.positions)
    lastSectionPosition = position
    return position
  }

  private func lastPosition(in number: Int64) throws(ShortlistError) -> Int64 {
    let statement = try connection.statement("SELECT max(position) FROM item WHERE section = ?1")
    statement.bind(number, at: 1)
    defer { statement.reset() }
    let last = try statement.step() ? statement.int64(0) : 0
    guard Limits.positions.contains(last) else { throw Self.impossiblePosition(last) }
    return last
  }

  static func impossiblePosition(_ position: Int64) -> ShortlistError {
    .damaged("an item is at position \(position), where none can be")
  }

  // MARK: Rows

  func row(_ id: Item.ID) throws(ShortlistError) -> ItemRow? {
    let statement = try connection.statement("SELECT \(ItemRow.columns) FROM item WHERE id = ?1")
    try statement.bind(id.rawValue, at: 1)
    defer { statement.reset() }
    return try statement.step() ? try ItemRow(statement) : nil
  }

  func existingRow(_ id: Item.ID) throws(ShortlistError) -> ItemRow {
    guard let row = try row(id) else {
      throw ShortlistError(.unknownItem, "There is no item “\(id)”.")
    }
    return row
  }

  /// Returns the items of a section in list order.
  func rows(in section: WrittenSection) throws(ShortlistError) -> [ItemRow] {
    let statement = try connection.statement(
      "SELECT \(ItemRow.columns) FROM item WHERE section = ?1 ORDER BY position, docid")
    defer { statement.reset() }
    statement.bind(section.number, at: 1)
    var rows: [ItemRow] = []
    while try statement.step() { rows.append(try ItemRow(statement)) }
    return rows
  }

  func delete(_ row: ItemRow, from section: WrittenSection) throws(ShortlistError) {
    let statement = try connection.statement("DELETE FROM item WHERE docid = ?1")
    statement.bind(row.docid, at: 1)
    try statement.run()
    changes.delete(row.texts, at: row.docid)
    try removeAlias(of: row.id)
    section.newItems -= 1
    deletesItems = true
  }
}
