/// The tables that are derived from items and can be rebuilt.
enum IndexTable {
  /// The tables of FTS5.
  static let searched = [titles, texts]
  /// The index of titles and keywords, and the one of all texts.
  static let titles = "item_titles"
  static let texts = "item_texts"
  static let all = searched + ["term"]

  /// The suffix of a new index until it replaces the one in use.
  static let next = "_next"

  /// The suffix of a replaced index until it is dropped.
  static let previous = "_previous"

  /// The longest prefix, in characters, for which FTS5 keeps a list of its own.
  static let longestListed = 3

  /// Whether FTS5 keeps such a list for a prefix.
  static func listsPrefix(_ prefix: String) -> Bool {
    prefix.unicodeScalars.count <= longestListed
  }

  /// Returns the columns of a table that is searched.
  static func columns(_ table: String) -> [String] {
    Field.columns(inTitles: table == titles).map(\.rawValue)
  }

  /// Returns the numbers of the columns of a table that is searched, among those of all fields.
  static func columnNumbers(_ table: String) -> [Int] {
    Field.columnNumbers(inTitles: table == titles)
  }

  /// Whether a table marks the first word and the end of a title.
  static func hasMarks(_ table: String) -> Bool { table == titles }

  /// Whether a table stores the number of words of an item.
  static func hasLengths(_ table: String) -> Bool { table == texts }
}

/// Drops the tables of an index that is not in use.
extension IndexTable {
  /// Drops a new index whose build cannot continue. A frozen index stays frozen.
  static func dropNext(on connection: Connection) throws(ShortlistError) {
    guard try Meta.number("rebuild_docid", on: connection) != nil else { return }
    for table in all { try connection.execute("DROP TABLE \(table)\(next)") }
    try Meta.forgetRebuild(on: connection)
  }

  /// Whether a replaced index is still to be dropped.
  static func isPreviousLeft(on connection: Connection) throws(ShortlistError) -> Bool {
    try Meta.number("previous", on: connection) == 1
  }

  /// Drops a replaced index in one go, however long it takes.
  static func dropPrevious(on connection: Connection) throws(ShortlistError) {
    guard try isPreviousLeft(on: connection) else { return }
    while try dropSome(rows: .max, on: connection) {}
  }

  /// Drops a piece of a replaced index: a table or, if it is large, `rows` of its rows. A row is a
  /// page of 4 KiB, which Debian's SQLite overwrites with zeros.
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

  /// The id of FTS5's structure record; only the record of totals precedes it.
  private static let structureRow: Int64 = 10

  /// Deletes the last rows of an FTS5 shadow table; returns `false` when there are no more than
  /// these. Keeps the first rows, up to ``structureRow``: without them, FTS5 cannot even drop its
  /// table.
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
