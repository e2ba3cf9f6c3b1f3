/// The tables that are made from items, and can be built anew from them.
enum IndexTable {
  /// Those of FTS5.
  static let searched = ["item_titles", "item_texts"]
  static let all = searched + ["term"]

  /// What the names of a new index end with until it takes the place of the one in use.
  static let next = "_next"

  /// What the names of an index end with whose place a new one has taken, until it is dropped.
  static let previous = "_previous"

  /// FTS5 keeps a list of its own for each beginning of a word of up to so many characters.
  static let longestListed = 3

  /// Whether there is such a list for a beginning of a word.
  static func listsPrefix(_ prefix: String) -> Bool {
    prefix.unicodeScalars.count <= longestListed
  }

  /// The columns of a table that is searched.
  static func columns(_ table: String) -> [String] {
    table == "item_titles" ? ["title", "keywords"] : ["title", "subtitle", "keywords", "body"]
  }

  /// Whether the first word and the end of a title are marked in a table.
  static func hasMarks(_ table: String) -> Bool { table == "item_titles" }

  /// Whether a table knows how many words an item has.
  static func hasLengths(_ table: String) -> Bool { table == "item_texts" }
}
