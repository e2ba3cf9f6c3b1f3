import Foundation
import Shortlist

/// A database of an app, in a file, with a table that a repository follows.
final class FollowedFile {
  /// Tables, and the query that a repository follows.
  struct Schema: Sendable {
    let tables: [(name: String, sql: String)]
    let table: SourceTable

    init(_ tables: KeyValuePairs<String, String>, _ table: SourceTable) {
      self.tables = tables.map { (name: $0.key, sql: $0.value) }
      self.table = table
    }

    var sql: String { tables.map(\.sql).joined(separator: ";\n") }
  }

  let schema: Schema
  let path: String
  private let folder: TemporaryDatabase
  private(set) var app: RawDatabase
  let source: TableSource

  init(_ schema: Schema, mode: String = "wal", settings: String = "") throws {
    self.schema = schema
    folder = try TemporaryDatabase()
    path = folder.path + ".app"
    app = try RawDatabase(path)
    try app.run("PRAGMA journal_mode = \(mode); PRAGMA synchronous = OFF; \(settings)")
    try app.run(schema.sql)
    source = TableSource(schema.table, in: SQLiteFile(path: path))
  }

  /// Opens another connection, as another program would.
  func connect(_ settings: String = "PRAGMA synchronous = OFF") throws -> RawDatabase {
    let connection = try RawDatabase(path)
    try connection.run("PRAGMA busy_timeout = 5000; \(settings)")
    return connection
  }

  /// Closes the app's connection, and opens it again after `work`.
  func closed(_ work: () throws -> Void) throws {
    app = try RawDatabase(":memory:")
    try work()
    app = try connect()
  }

  /// Returns the items that the query yields, read without the library.
  static func expected(_ schema: Schema, in app: RawDatabase) throws -> [String] {
    let fields = schema.fields.map { "ifnull(\($0), '')" }.joined(separator: " || char(10) || ")
    let keys = schema.table.keyColumns.map { "\"\($0)\" IS NOT NULL" }.joined(separator: " AND ")
    return try app.rows(
      "SELECT \(fields) FROM (\(schema.table.query)) WHERE trim(title) <> '' AND \(keys)"
    )
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the items of a repository in the same form.
  static func found(in repository: BlockingItemRepository) throws -> [String] {
    var items: [String] = []
    try repository.export { element in
      guard case .item(let item) = element else { return }
      items.append(
        [
          item.id.rawValue, item.title, item.section.rawValue, item.subtitle,
          item.keywords.joined(separator: ";"),
        ].joined(separator: "\n"))
    }
    return items.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns what is different in the repository; empty if nothing is.
  func difference(from repository: BlockingItemRepository) throws -> [String] {
    let expected = try Self.expected(schema, in: app)
    let found = try Self.found(in: repository)
    guard !expected.elementsEqual(found, by: { $0.utf8.elementsEqual($1.utf8) }) else { return [] }
    return ["expected \(expected)", "found \(found)"]
  }

  /// The definitions in the file, as `.schema` shows them.
  func definitions() throws -> [String] {
    try app.rows("SELECT sql FROM sqlite_master ORDER BY rowid")
  }
}

extension FollowedFile.Schema {
  /// The expressions for the fields of an item in the query.
  var fields: [String] {
    let keys = table.keyColumns.map { "\"\($0)\"" }
    let key =
      keys.count == 1
      ? keys[0]
      : keys.map { "replace(replace(\($0), '\\', '\\\\'), '/', '\\/')" }.joined(
        separator: " || '/' || ")
    let section = "ifnull(nullif(section, ''), '\(table.table)')"
    return ["'\(table.idPrefix)' || \(key)", "title", section, "subtitle", "keywords"]
  }
}

// MARK: - Examples

/// Tables of an app that a repository follows.
enum FollowedExample: CaseIterable, Sendable {
  /// A table with another unique column, and two tables that it is joined with.
  case countries
  /// A text key beside the row number, and unique indexes on an expression and on some rows.
  case codes
  /// A key of two columns of any type, in a table WITHOUT ROWID, joined over a third table.
  case visits

  func schema() throws -> FollowedFile.Schema {
    switch self {
    case .countries:
      try FollowedFile.Schema(
        [
          "country":
            "CREATE TABLE country(id INTEGER PRIMARY KEY, name TEXT, code TEXT UNIQUE, region INTEGER)",
          "region": "CREATE TABLE region(id INTEGER PRIMARY KEY, name TEXT UNIQUE)",
          "alias": "CREATE TABLE alias(country INTEGER, name TEXT COLLATE NOCASE UNIQUE)",
        ],
        SourceTable(
          """
          SELECT country.id, country.name AS title, region.name AS section, country.code AS subtitle,
            (SELECT group_concat(name, ';') FROM (SELECT alias.name FROM alias
              WHERE alias.country = country.id AND trim(alias.name) <> '' ORDER BY alias.name)) AS keywords
          FROM country LEFT JOIN region ON region.id = country.region
          """,
          key: "country.id", tracking: ["region.id = country.region", "alias.country = country.id"])
      )
    case .codes:
      try FollowedFile.Schema(
        [
          "country": """
          CREATE TABLE country(number INTEGER PRIMARY KEY, name TEXT, code TEXT UNIQUE, region TEXT);
          CREATE UNIQUE INDEX by_name ON country(lower(name) DESC);
          CREATE UNIQUE INDEX by_region ON country(region COLLATE NOCASE) WHERE region > 'b' -- Some
          """
        ],
        SourceTable(
          "SELECT code, name AS title, region AS section, '' AS subtitle, '' AS keywords FROM country;",
          key: "country.code"))
    case .visits:
      try FollowedFile.Schema(
        [
          "visit": """
          CREATE TABLE visit(place TEXT, year, note TEXT UNIQUE, PRIMARY KEY(place, year)) WITHOUT ROWID
          """,
          "place": "CREATE TABLE place(name TEXT PRIMARY KEY, region INTEGER)",
          "region": "CREATE TABLE region(id INTEGER PRIMARY KEY, name TEXT UNIQUE)",
        ],
        SourceTable(
          """
          SELECT visit.place, visit.year, visit.note AS title, region.name AS section, '' AS subtitle,
            '' AS keywords
          FROM visit LEFT JOIN place ON place.name = visit.place
            LEFT JOIN region ON region.id = place.region
          """,
          key: "visit.place, visit.year",
          tracking: ["region.id = place.region", "place.name = visit.place"]))
    }
  }

  /// The columns of a table, each with literals of the values that it may get.
  func columns(of table: String) -> [(name: String, values: [String])] {
    let numbers = (1...5).map(String.init) + ["NULL"]
    let names = [
      "'Rome'", "'rome'", "'Oslo'", "'\u{E9}'", "'e\u{301}'", "'O''Neill'", "' '", "NULL",
    ]
    let codes = ["'a'", "'A'", "'b'", "'\u{E9}'", "'e\u{301}'", "'c/d'", "'1'", "NULL"]
    switch (self, table) {
    case (.countries, "country"):
      return [("id", numbers), ("name", names), ("code", codes), ("region", numbers)]
    case (.countries, "alias"): return [("country", numbers), ("name", names)]
    case (.codes, _):
      return [("number", numbers), ("name", names), ("code", codes), ("region", codes)]
    case (.visits, "visit"):
      return [
        ("place", codes), ("year", ["1", "2", "1.5", "'x'", "'y\\z'", "NULL"]), ("note", names),
      ]
    case (.visits, "place"): return [("name", codes), ("region", numbers)]
    default: return [("id", numbers), ("name", names)]
    }
  }
}
