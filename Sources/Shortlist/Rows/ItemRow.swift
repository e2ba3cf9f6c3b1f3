/// A row of the table `item`.
struct ItemRow {
  let docid: Int64
  let id: Item.ID
  let section: Int64
  let position: Int64
  let weight: Double
  let texts: ItemTexts

  /// The columns of ``init(_:)``, in their order.
  static let columns =
    "docid, id, section, position, weight, title, subtitle, keywords, body"

  /// A row whose numbers may be any.
  init(unchecked statement: Statement) {
    docid = statement.int64(0)
    id = .init(statement.text(1))
    section = statement.int64(2)
    position = statement.int64(3)
    weight = statement.double(4)
    texts = ItemTexts(
      title: statement.text(5), subtitle: statement.text(6), keywords: statement.text(7),
      body: statement.text(8))
  }

  /// - Throws: ``ShortlistError/Code/damaged`` for a number outside of its range.
  init(_ statement: Statement) throws(ShortlistError) {
    self.init(unchecked: statement)
    guard Limits.docids.contains(docid), hasPossiblePlace else {
      throw .damaged("the item “\(id)” has a key, a position or a weight that none can have")
    }
  }

  /// Whether an item can have its position and its weight.
  var hasPossiblePlace: Bool { Limits.positions.contains(position) && Limits.isWeight(weight) }
}

extension Item {
  /// The columns of ``init(unchecked:section:)``, in their order.
  static let columns = ItemRow.columns + ", payload"

  /// An item whose weight may be any number.
  init(unchecked statement: Statement, section: ItemSection.ID) {
    self.init(
      id: .init(statement.text(1)), section: section, title: statement.text(5),
      subtitle: statement.text(6), keywords: ItemTexts.keywords(in: statement.text(7)),
      body: statement.text(8), weight: statement.double(4), payload: statement.data(9))
  }

  /// - Throws: ``ShortlistError/Code/damaged`` for a weight outside of its range.
  init(_ statement: Statement, section: ItemSection.ID) throws(ShortlistError) {
    self.init(unchecked: statement, section: section)
    guard Limits.isWeight(weight) else {
      throw .damaged("the item “\(id)” has the weight \(weight), which none can have")
    }
  }
}
