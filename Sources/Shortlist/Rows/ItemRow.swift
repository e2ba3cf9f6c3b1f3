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

  /// Reads a row without checking its numbers.
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
  /// The columns of ``init(unchecked:section:)``, in order.
  static let columns = ItemRow.columns + ", payload"

  /// Reads an item without checking its weight.
  init(unchecked statement: Statement, section: ItemSection.ID) {
    self.init(
      id: .init(statement.text(1)), section: section, title: statement.text(5),
      subtitle: statement.text(6), keywords: ItemTexts.keywords(in: statement.text(7)),
      body: statement.text(8), weight: statement.double(4), payload: statement.data(9))
  }

  /// Reads an item.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for a weight outside its range.
  init(_ statement: Statement, section: ItemSection.ID) throws(ShortlistError) {
    self.init(unchecked: statement, section: section)
    guard Limits.isWeight(weight) else {
      throw .damaged("the item “\(id)” has the weight \(weight), which none can have")
    }
  }
}

/// The searchable texts of an item, as stored in the file.
struct ItemTexts: Hashable {
  var title: String
  var subtitle: String
  /// The keywords, with a U+001F before each.
  var keywords: String
  var body: String

  private static let separator: UInt8 = 0x1F

  init(title: String, subtitle: String, keywords: String, body: String) {
    self.title = title
    self.subtitle = subtitle
    self.keywords = keywords
    self.body = body
  }

  init(_ item: Item) {
    self.init(
      title: item.title, subtitle: item.subtitle,
      keywords: item.keywords.map { "\u{1F}" + $0 }.joined(), body: item.body)
  }

  /// Splits a text with a U+001F before each keyword.
  static func keywords(in text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.utf8.split(separator: separator, omittingEmptySubsequences: false).dropFirst()
      .map { String(Substring($0)) }
  }

  /// The text of a field.
  subscript(field: Field) -> String {
    switch field {
    case .title: title
    case .subtitle: subtitle
    case .keywords: keywords
    case .body: body
    }
  }

  /// The texts in the order of the columns.
  var all: ArraySlice<String> { Field.allCases.map { self[$0] }[...] }

  /// Returns the texts for the columns of an FTS5 table; `nil` when the item is not in it.
  func columns(of table: String, hasStems: Bool) -> ArraySlice<String>? {
    if IndexTable.hasMarks(table) { return [title, keywords] }
    return hasProse || hasStems ? all : nil
  }

  /// The size of the texts, in bytes.
  var byteCount: Int {
    title.utf8.count + subtitle.utf8.count + keywords.utf8.count + body.utf8.count
  }

  /// Whether the item is also in `item_texts`.
  var hasProse: Bool { !subtitle.isEmpty || !body.isEmpty }
}
