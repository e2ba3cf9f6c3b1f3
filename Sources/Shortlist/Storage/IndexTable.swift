/// The tables that are made from items, and can be built anew from them.
enum IndexTable {
  /// Those of FTS5.
  static let searched = ["item_titles", "item_fragments", "item_texts"]
  static let all = searched + ["term"]

  /// What the names of a new index end with until it takes the place of the one in use.
  static let next = "_next"

  /// What the names of an index end with whose place a new one has taken, until it is dropped.
  static let previous = "_previous"

  /// A table has a list of its own for each beginning of a word of up to so many characters.
  static func longestPrefix(in table: String) -> Int { table == "item_fragments" ? 2 : 3 }

  /// Whether the tables of words have a list of their own for a beginning of a word.
  static func listsPrefix(_ prefix: String) -> Bool {
    prefix.unicodeScalars.count <= longestPrefix(in: "item_titles")
  }

  /// Whether a table knows where in an item a word stands.
  static func hasPositions(_ table: String) -> Bool { table != "item_fragments" }

  /// Whether a table knows how many words an item has.
  static func hasLengths(_ table: String) -> Bool { table == "item_texts" }
}
