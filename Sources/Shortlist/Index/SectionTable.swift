/// A row of the table `section`.
struct SectionRow {
  let number: Int64
  let section: ItemSection
  let position: Int64
  let items: Int
  /// Whether items of one rank class may stand in another order in the list than by docid.
  let isShuffled: Bool
}

/// The sections in the order of the list.
struct SectionTable {
  /// In list order.
  let rows: [SectionRow]
  /// Where a section stands in `rows`, by its number.
  let order: [Int64: Int]
  /// The change of the table that this is a copy of.
  let revision: Int64

  init(_ connection: Connection, revision: Int64) throws(ShortlistError) {
    var rows: [SectionRow] = []
    let statement = try connection.statement(
      "SELECT number, id, title, position, items, shuffled FROM section ORDER BY position, number")
    while try statement.step() {
      rows.append(SectionRow(statement))
    }
    statement.reset()
    self.rows = rows
    self.revision = revision
    order = Dictionary(
      rows.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension SectionRow {
  /// Columns: number, id, title, position, items, shuffled.
  init(_ statement: Statement) {
    self.init(
      number: statement.int64(0),
      section: ItemSection(id: .init(statement.text(1)), title: statement.text(2)),
      position: statement.int64(3), items: Int(statement.int64(4)),
      isShuffled: statement.int64(5) != 0)
  }
}
