/// The tables that are made from items, and can be built anew from them.
enum IndexTable {
  /// Those of FTS5.
  static let searched = ["item_titles", "item_fragments", "item_texts"]
  static let all = searched + ["term"]

  /// What the names of a new index end with until it takes the place of the one in use.
  static let next = "_next"

  /// What the names of an index end with whose place a new one has taken, until it is dropped.
  static let previous = "_previous"
}
