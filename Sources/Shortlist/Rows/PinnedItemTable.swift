/// The items pinned for each text, in the order of their places.
struct PinnedItemTable {
  /// The items by the bytes of the text.
  private var items: [[UInt8]: [Item.ID]] = [:]
  /// All items, text by text.
  private(set) var all: [PinnedItem] = []

  init() {}

  /// Reads the table.
  init(_ connection: Connection) throws(ShortlistError) {
    let statement = try connection.statement("SELECT text, item FROM pinned_item \(Self.order)")
    defer { statement.reset() }
    while try statement.step() {
      let pin = PinnedItem(text: statement.text(0), item: Item.ID(statement.text(1)))
      items[Array(pin.text.utf8), default: []].append(pin.item)
      all.append(pin)
    }
  }

  /// The order of the rows; `item` only decides where places were written by somebody else.
  private static let order = "ORDER BY text, place, item"

  /// Returns the items in sections with these numbers, text by text.
  func all(
    in sections: Set<Int64>, on connection: Connection
  ) throws(ShortlistError) -> [PinnedItem] {
    guard !all.isEmpty else { return [] }
    let find = try connection.statement("SELECT section FROM item WHERE id = ?1")
    defer { find.reset() }
    var found: [PinnedItem] = []
    for pin in all {
      find.reset()
      try find.bind(pin.item.rawValue, at: 1)
      if try find.step(), sections.contains(find.int64(0)) { found.append(pin) }
    }
    return found
  }

  /// Returns the docids of the items pinned for a text, in order.
  func docids(for text: String, on connection: Connection) throws(ShortlistError) -> [Int64] {
    guard !items.isEmpty, let found = items[Array(try LearnedChoiceRow.key(of: text).utf8)] else {
      return []
    }
    let find = try connection.statement("SELECT docid FROM item WHERE id = ?1")
    defer { find.reset() }
    var docids: [Int64] = []
    for item in found {
      find.reset()
      try find.bind(item.rawValue, at: 1)
      if try find.step() { docids.append(find.int64(0)) }
    }
    return docids
  }
}
