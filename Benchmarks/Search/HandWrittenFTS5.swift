import Queries
import GRDB

/// The code an app would write to search with plain FTS5: a table and a full-text table
/// synchronised with it, as in GRDB's guide to full-text search.
struct HandWrittenFTS5: Sendable {
  /// The fields of an item that an app shows.
  struct Row: FetchableRecord {
    let id: Int64
    let section: String
    let title: String

    init(row: GRDB.Row) {
      id = row[0]
      section = row[1]
      title = row[2]
    }
  }

  private static let flat = """
    SELECT item.id, item.section, item.title
    FROM item JOIN itemText ON itemText.rowid = item.id AND itemText MATCH ?
    ORDER BY rank LIMIT 10
    """
  private static let grouped = """
    SELECT id, section, title FROM (
      SELECT item.id, item.section, item.title,
        row_number() OVER (PARTITION BY item.section ORDER BY itemText.rank) AS place
      FROM itemText JOIN item ON item.id = itemText.rowid
      WHERE itemText MATCH ?)
    WHERE place <= 5
    ORDER BY section, place
    """

  private let queue: DatabaseQueue

  /// Opens the file at `path`.
  init(path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    // The same cache size as a reader of Shortlist's.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -24576") }
    queue = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Creates the file at `path` in the way that gives the best index: in one batch, then merged.
  static func make(_ places: [Places.Place], at path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.create(table: "item") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("section", .text).notNull()
        table.column("title", .text).notNull()
        table.column("body", .text).notNull()
        table.column("weight", .double).notNull()
      }
      let insertion = try database.makeStatement(
        sql: "INSERT INTO item (section, title, body, weight) VALUES (?, ?, ?, ?)")
      for item in places.lazy.map(\.item) {
        try insertion.execute(
          arguments: [item.section.rawValue, item.title, item.body, item.weight])
      }
      try database.create(virtualTable: "itemText", using: FTS5()) { table in
        table.synchronize(withTable: "item")
        table.tokenizer = .unicode61(diacritics: .remove)
        table.prefixes = [1, 2, 3]
        table.column("title")
        table.column("body")
      }
      try database.execute(sql: "INSERT INTO itemText(itemText) VALUES ('optimize')")
    }
    try queue.close()
  }

  /// Returns the 10 best, or the 5 best of each section.
  func search(_ text: String, isGrouped: Bool) throws -> [Row] {
    try queue.read { database in
      let statement = try database.cachedStatement(sql: isGrouped ? Self.grouped : Self.flat)
      let pattern = FTS5Pattern(matchingAllPrefixesIn: text)
      return try Row.fetchAll(statement, arguments: [pattern])
    }
  }
}
