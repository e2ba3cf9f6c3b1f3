import CLibPQ
import Foundation

/// PostgreSQL's own full-text search over the same items: the best five of each section, by `ts_rank` and
/// weight, with the number of matches.
final class PlainTextSearch {
  private let handle: OpaquePointer

  struct Failure: Error { let message: String }

  /// Connects, and makes the table `plain_item` if it is not there.
  init(_ url: String) throws {
    guard let handle = PQconnectdb(url), PQstatus(handle) == CONNECTION_OK else {
      throw Failure(message: "There is no connection.")
    }
    self.handle = handle
    try run("SET client_min_messages = warning")
    if try run("SELECT to_regclass('plain_item')")[0][0].isEmpty {
      try run(
        """
        CREATE TABLE plain_item AS
        SELECT section, id, title, body, weight,
          setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'D') AS text
        FROM shortlist.item
        """)
      try run("CREATE INDEX ON plain_item USING gin (text)")
      try run("VACUUM ANALYZE plain_item")
    }
    try run("SET max_parallel_workers_per_gather = 0; SET jit = off")
  }

  deinit { PQfinish(handle) }

  /// Returns the number of hits.
  func search(_ text: String) throws -> Int {
    let words = text.split { !$0.isLetter && !$0.isNumber }.map { "'\($0)'" }
    guard let last = words.last else { return 0 }
    let isOpen = text.last.map { $0.isLetter || $0.isNumber } ?? false
    let query = (words.dropLast() + [last + (isOpen ? ":*" : "")]).joined(separator: " & ")
      .replacing("'", with: "''")
    let rows = try run(
      """
      SELECT section, id, title, count FROM (
        SELECT section, id, title, count(*) OVER (PARTITION BY section) AS count,
          row_number() OVER (PARTITION BY section ORDER BY ts_rank(text, q) DESC, weight DESC) AS place
        FROM plain_item, to_tsquery('simple', '\(query)') q WHERE text @@ q) m
      WHERE place <= 5
      """)
    return rows.count
  }

  @discardableResult
  private func run(_ sql: String) throws -> [[String]] {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
      throw Failure(message: String(cString: PQerrorMessage(handle)))
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
    }
  }
}
