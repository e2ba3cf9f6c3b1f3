/// A row of the table `section`.
struct SectionRow {
  let number: Int64
  let section: ItemSection
  let position: Int64
  let items: Int
  /// Whether the list may order items of one rank class differently from their docids.
  let isShuffled: Bool
}

/// The sections in the order of the list.
final class SectionTable: Sendable {
  /// In list order.
  let rows: [SectionRow]
  /// The index of each section in `rows`, by its number.
  let order: [Int64: Int]
  /// The number of items in all sections.
  let itemCount: Int
  /// The revision of the table that this is a copy of.
  let revision: Int64
  let synonyms: SynonymTable
  /// The items pinned for a text.
  let pins: PinnedItemTable
  private let knownTitleWords = Condition<SectionTitleWords?>(nil)

  /// Reads the table.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for a number outside its range.
  init(
    _ connection: Connection, revision: Int64, synonyms: SynonymTable = .none,
    pins: PinnedItemTable = PinnedItemTable()
  ) throws(ShortlistError) {
    self.synonyms = synonyms
    self.pins = pins
    rows = try Self.rows(connection)
    for row in rows { try row.check() }
    self.revision = revision
    var order: [Int64: Int] = [:]
    order.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() { order[row.number] = place }
    self.order = order
    itemCount = rows.reduce(0) { $0 + $1.items }
  }

  /// Returns the words of all titles, which are gathered the first time.
  func titleWords() throws(ShortlistError) -> SectionTitleWords {
    try knownTitleWords.withLock { (known) throws(ShortlistError) -> SectionTitleWords in
      if let known { return known }
      let words = try SectionTitleWords(rows)
      known = words
      return words
    }
  }

  /// Returns the rows in list order, without checking their numbers.
  static func rows(_ connection: Connection) throws(ShortlistError) -> [SectionRow] {
    let statement = try connection.statement(
      "SELECT \(SectionRow.columns) FROM section ORDER BY position, number")
    defer { statement.reset() }
    var rows: [SectionRow] = []
    while try statement.step() { rows.append(SectionRow(statement)) }
    return rows
  }

  /// Returns the number of items in all sections.
  static func itemCount(_ connection: Connection) throws(ShortlistError) -> Int {
    let statement = try connection.statement("SELECT items FROM section")
    defer { statement.reset() }
    var count: Int64 = 0
    while try statement.step() {
      let items = statement.int64(0)
      guard Limits.itemCounts.contains(items) else {
        throw .damaged("a section holds a number of items that none can hold")
      }
      count += items
    }
    return Int(clamping: count)
  }
}

extension SectionTable {
  /// Whether the numbers of the sections ascend in the order of the list.
  var isInOrderOfNumbers: Bool {
    zip(rows, rows.dropFirst()).allSatisfy { $0.number < $1.number }
  }

  /// Returns the number of the section with this id; `nil` when there is none. O(log *n*).
  static func number(
    of id: ItemSection.ID, on connection: Connection
  ) throws(ShortlistError) -> Int64? {
    let statement = try connection.statement("SELECT number FROM section WHERE id = ?1")
    try statement.bind(id.rawValue, at: 1)
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : nil
  }

  /// Returns the section with this id; `nil` when there is none. O(log *n*).
  static func section(
    of id: ItemSection.ID, on connection: Connection
  ) throws(ShortlistError) -> ItemSection? {
    let statement = try connection.statement("SELECT title FROM section WHERE id = ?1")
    try statement.bind(id.rawValue, at: 1)
    defer { statement.reset() }
    return try statement.step() ? ItemSection(id: id, title: statement.text(0)) : nil
  }

  /// Returns the row of the section with this id; `nil` when there is none. O(log *n*).
  func row(of id: ItemSection.ID, on connection: Connection) throws(ShortlistError) -> SectionRow? {
    guard let number = try Self.number(of: id, on: connection) else { return nil }
    return order[number].map { rows[$0] }
  }
}

extension SectionRow {
  /// The columns of ``init(_:)``, in order.
  static let columns = "number, id, title, position, items, shuffled"

  init(_ statement: Statement) {
    self.init(
      number: statement.int64(0),
      section: ItemSection(id: .init(statement.text(1)), title: statement.text(2)),
      position: statement.int64(3), items: Int(clamping: statement.int64(4)),
      isShuffled: statement.int64(5) != 0)
  }

  /// A clause about the first number out of range; `nil` when there is none.
  var fault: String? {
    // Most sections have no fault, and need no name for one.
    var name: String { "the section “\(section.id)”" }
    if !Limits.sectionNumbers.contains(number) {
      return "\(name) has the number \(number), which none can have"
    }
    if !Limits.positions.contains(position) {
      return "\(name) is at position \(position), where none can be"
    }
    if !Limits.itemCounts.contains(Int64(items)) {
      return "\(name) says that it holds \(items) items, which none can"
    }
    return nil
  }

  /// Throws ``fault``.
  func check() throws(ShortlistError) {
    if let fault { throw .damaged(fault) }
  }
}
