extension BlockingItemRepository {
  /// See ``ItemRepository/export(_:to:)``.
  public func export<Failure: Error>(
    _ sections: [ItemSection.ID]? = nil, to receive: (ListElement) throws(Failure) -> Void
  ) throws {
    var failure: Failure?
    try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      for section in try Self.rows(of: table, named: sections, transaction.connection) {
        do throws(Failure) {
          try receive(.section(section.section))
        } catch {
          failure = error
          return
        }
        let rows = try transaction.connection.statement(
          "SELECT \(Item.columns) FROM item WHERE section = ?1 ORDER BY position, docid")
        defer { rows.reset() }
        rows.bind(section.number, at: 1)
        while try rows.step() {
          let item = try Item(rows, section: section.section.id)
          do throws(Failure) {
            try receive(.item(item))
          } catch {
            failure = error
            return
          }
        }
      }
    }
    if let failure { throw failure }
  }

  private static func rows(
    of table: SectionTable, named sections: [ItemSection.ID]?, _ connection: Connection
  ) throws(ShortlistError) -> [SectionRow] {
    guard let sections else { return table.rows }
    var rows: [SectionRow] = []
    for id in sections {
      guard let row = try table.row(of: id, on: connection) else {
        throw ShortlistError(.unknownSection, "There is no section “\(id)”.")
      }
      rows.append(row)
    }
    return rows
  }
}
