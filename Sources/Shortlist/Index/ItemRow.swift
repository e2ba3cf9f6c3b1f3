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

  init(_ statement: Statement) {
    docid = statement.int64(0)
    id = .init(statement.text(1))
    section = statement.int64(2)
    position = statement.int64(3)
    weight = statement.double(4)
    texts = ItemTexts(
      title: statement.text(5), subtitle: statement.text(6), keywords: statement.text(7),
      body: statement.text(8))
  }
}

extension Item {
  /// The columns of ``init(_:section:)``, in their order.
  static let columns = ItemRow.columns + ", payload"

  init(_ statement: Statement, section: ItemSection.ID) {
    self.init(
      id: .init(statement.text(1)), section: section, title: statement.text(5),
      subtitle: statement.text(6), keywords: ItemTexts.keywords(in: statement.text(7)),
      body: statement.text(8), weight: statement.double(4), payload: statement.data(9))
  }
}
