#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A row of the table `item`.
struct ItemRow {
  let docid: Int64
  let id: Item.ID
  let section: Int64
  let position: Int64
  let weight: Double
  let texts: ItemTexts

  /// The columns of ``init(_:)``, in order.
  static let columns =
    "docid, id, section, position, weight, \(Field.columnNames)"

  /// The number of ``columns``.
  static let columnCount = Int32(5 + Field.columns.count)

  /// Reads a row without checking its numbers.
  init(unchecked statement: Statement) {
    docid = statement.int64(0)
    id = .init(statement.text(1))
    section = statement.int64(2)
    position = statement.int64(3)
    weight = statement.double(4)
    texts = ItemTexts(all: Field.columns.indices.map { statement.text(Int32(5 + $0)) })
  }

  /// Reads a row.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for a number outside its range.
  init(_ statement: Statement) throws(ShortlistError) {
    self.init(unchecked: statement)
    guard Limits.docids.contains(docid), hasPossiblePlace else {
      throw .damaged("the item “\(id)” has a key, a position or a weight that none can have")
    }
  }

  /// Whether the position and the weight are in range.
  var hasPossiblePlace: Bool { Limits.positions.contains(position) && Limits.isWeight(weight) }
}

extension Item {
  /// The columns of ``init(unchecked:section:_:)`` in a query of the table `item`, in order.
  static let columns = ItemRow.columns + ", payload, \(ItemChecksum.storedAttributes)"

  /// Reads an item without its attributes, and without checking its weight.
  init(unchecked statement: Statement, section: ItemSection.ID) {
    let payload = statement.data(ItemRow.columnCount)
    self.init(
      id: .init(statement.text(1)), section: section, weight: statement.double(4), payload: payload
    ) { statement.text(Int32(5 + $0)) }
  }

  /// Reads an item without checking its weight.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for attributes that cannot be read.
  init(
    unchecked statement: Statement, section: ItemSection.ID, _ catalog: AttributeCatalog
  ) throws(ShortlistError) {
    self.init(unchecked: statement, section: section)
    attributes = try catalog.attributes(statement.bytes(ItemRow.columnCount + 1))
  }

  /// Makes an item with the text of each column of ``Field/columns``.
  init(
    id: ID, section: ItemSection.ID, weight: Double, payload: Data?,
    texts: (_ column: Int) -> String
  ) {
    self.init(id: id, section: section, title: "", weight: weight, payload: payload)
    for (column, field) in Field.columns.enumerated() { self[column: field] = texts(column) }
  }

  /// Reads an item.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for a weight outside its range, or attributes that
  ///   cannot be read.
  init(
    _ statement: Statement, section: ItemSection.ID, _ catalog: AttributeCatalog
  ) throws(ShortlistError) {
    try self.init(unchecked: statement, section: section, catalog)
    guard Limits.isWeight(weight) else {
      throw .damaged("the item “\(id)” has the weight \(weight), which none can have")
    }
  }
}
