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

/// Dropping the tables of an index that is not in use.
extension IndexTable {
  /// Drops a new index that cannot be gone on with. One that is frozen stays so.
  static func dropNext(on connection: Connection) throws(ShortlistError) {
    guard try Meta.number("rebuild_docid", on: connection) != nil else { return }
    for table in all { try connection.execute("DROP TABLE \(table)\(next)") }
    try Meta.forgetRebuild(on: connection)
  }

  /// Whether an index that was set aside is still to be dropped.
  static func isPreviousLeft(on connection: Connection) throws(ShortlistError) -> Bool {
    try Meta.number("previous", on: connection) == 1
  }

  /// Drops an index that was set aside, however long it takes.
  static func dropPrevious(on connection: Connection) throws(ShortlistError) {
    guard try isPreviousLeft(on: connection) else { return }
    while try dropSome(rows: .max, on: connection) {}
  }

  /// Drops a piece of an index that was set aside: a table, or as many rows of it if it is large. A
  /// row is a page of 4 KiB, which Debian's SQLite overwrites with zeros.
  ///
  /// - Returns: whether more is left.
  static func dropSome(rows: Int, on connection: Connection) throws(ShortlistError) -> Bool {
    var left: [String] = []
    for table in all {
      let sql = "SELECT count(*) FROM sqlite_schema WHERE name = '\(table)\(previous)'"
      if try connection.number(sql) == 1 { left.append(table) }
    }
    if let table = left.first {
      let name = table + previous
      if searched.contains(table), rows < .max,
        try deleteLast(rows, of: name + "_data", on: connection)
      {
        return true
      }
      try connection.execute("DROP TABLE \(name)")
      if left.count > 1 { return true }
    }
    try connection.execute("DELETE FROM meta WHERE key = 'previous'")
    return false
  }

  /// The id of the row in which FTS5 keeps what an index consists of; only one with totals is before it.
  private static let structureRow: Int64 = 10

  /// Deletes the last rows of a table in which FTS5 keeps an index; `false` when there are no more
  /// than these. The first rows, up to ``structureRow``, stay: without them, FTS5 does not even drop
  /// its table.
  private static func deleteLast(
    _ rows: Int, of table: String, on connection: Connection
  ) throws(ShortlistError) -> Bool {
    let bound = try Statement(
      "SELECT id FROM \(table) ORDER BY id DESC LIMIT 1 OFFSET ?1", on: connection)
    bound.bind(Int64(rows), at: 1)
    guard try bound.step() else { return false }
    let last = bound.int64(0)
    bound.reset()
    guard last >= structureRow else { return false }
    try connection.writingShadows { () throws(ShortlistError) in
      let delete = try Statement("DELETE FROM \(table) WHERE id > ?1", on: connection)
      delete.bind(last, at: 1)
      try delete.run()
    }
    return true
  }
}
