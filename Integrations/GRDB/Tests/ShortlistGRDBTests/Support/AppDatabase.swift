import Foundation
import GRDB
import Shortlist
import ShortlistGRDB

/// A database of an app, opened through GRDB, with a table that a repository follows.
final class AppDatabase: Sendable {
  /// The ways to open a database.
  enum Kind: CaseIterable, Sendable {
    case queue, pool, memory
  }

  let writer: any DatabaseWriter
  /// The path of the file; `nil` in memory.
  let path: String?
  let source: TableSource
  private let folder: URL

  init(_ kind: Kind, configuration: Configuration = Configuration()) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "app.db").path
    (writer, self.path) =
      switch kind {
      case .queue: (try DatabaseQueue(path: path, configuration: configuration), path)
      case .pool: (try DatabasePool(path: path, configuration: configuration), path)
      case .memory: (try DatabaseQueue(configuration: configuration), nil)
      }
    source = TableSource(try Self.table(), in: GRDBDatabase(writer))
    try writer.write { try $0.execute(sql: Self.schema) }
  }

  deinit {
    try? writer.close()
    try? FileManager.default.removeItem(at: folder)
  }

  func write(_ sql: String) throws {
    try writer.write { try $0.execute(sql: sql) }
  }

  func strings(_ sql: String) throws -> [String] {
    try writer.read { try String.fetchAll($0, sql: sql) }
  }
}

// MARK: - The followed table

extension AppDatabase {
  static let tables = ["country", "region", "alias"]

  /// A table with two unique columns, and two tables that it is joined with, one without row ids.
  static let schema = """
    CREATE TABLE country(id INTEGER PRIMARY KEY, name TEXT, code TEXT UNIQUE, region TEXT);
    CREATE TABLE region(id TEXT PRIMARY KEY, name TEXT UNIQUE) WITHOUT ROWID;
    CREATE TABLE alias(country INTEGER, name TEXT COLLATE NOCASE UNIQUE)
    """

  static let query = """
    SELECT country.id, country.name AS title, region.name AS section, country.code AS subtitle,
      (SELECT group_concat(name, ';') FROM (SELECT alias.name FROM alias
        WHERE alias.country = country.id ORDER BY alias.name)) AS keywords
    FROM country LEFT JOIN region ON region.id = country.region
    """

  static func table() throws -> SourceTable {
    try SourceTable(
      query, key: "country.id",
      tracking: ["region.id = country.region", "alias.country = country.id"]
    )
  }

  /// Returns the items that the query yields, read without Shortlist.
  func expected() throws -> [String] {
    try strings(
      """
      SELECT 'country/' || id || '|' || title || '|' || ifnull(nullif(section, ''), 'country')
        || '|' || ifnull(subtitle, '') || '|' || ifnull(keywords, '')
      FROM (\(Self.query)) WHERE trim(title) <> ''
      """
    ).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension BlockingItemRepository {
  /// The items, in the form of ``AppDatabase/expected()``.
  func found() throws -> [String] {
    var items: [String] = []
    try export { element in
      guard case .item(let item) = element else { return }
      items.append(
        [
          item.id.rawValue, item.title, item.section.rawValue, item.subtitle,
          item.keywords.joined(separator: ";"),
        ].joined(separator: "|"))
    }
    return items.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
