import CShortlist
import CShortlistIndex
import Foundation

extension FuzzTarget {
  /// The pages of an index with one segment, in memory. Only one thread fuzzes.
  private nonisolated(unsafe) static let pages: OpaquePointer = {
    var database: OpaquePointer?
    precondition(sqlite3_open(":memory:", &database) == SQLITE_OK)
    guard let database else { preconditionFailure("No database.") }
    let sql = """
      CREATE TABLE data(id INTEGER PRIMARY KEY, block BLOB);
      CREATE TABLE idx(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
      """
    precondition(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
    return database
  }()

  private static func statement(_ sql: String) -> OpaquePointer {
    var statement: OpaquePointer?
    precondition(sqlite3_prepare_v2(pages, sql, -1, &statement, nil) == SQLITE_OK)
    guard let statement else { preconditionFailure("No statement.") }
    return statement
  }

  private nonisolated(unsafe) static let insertPage = statement("INSERT INTO data VALUES(?1, ?2)")
  private nonisolated(unsafe) static let page = statement("SELECT block FROM data WHERE id = ?1")
  private static let found = "SELECT pgno FROM idx WHERE segid = ?1 AND term"
  private nonisolated(unsafe) static let leaf = statement(
    "\(found) <= ?2 ORDER BY term DESC LIMIT 1")
  private nonisolated(unsafe) static let nextLeaf = statement(
    "\(found) > ?2 ORDER BY term LIMIT 1")
  private nonisolated(unsafe) static let leaves = statement(
    "SELECT term, pgno FROM idx WHERE segid = ?1 ORDER BY term")
  private nonisolated(unsafe) static let tables = shortlist_segment_tables(
    page: page, put_page: statement("REPLACE INTO data VALUES(?1, ?2)"),
    put_leaf: statement("INSERT INTO idx VALUES(?1, ?2, ?3)"),
    remove_pages: statement("DELETE FROM data WHERE id BETWEEN ?1 AND ?2"),
    remove_leaves: statement("DELETE FROM idx WHERE segid = ?1"), put_lengths: nil,
    remove_lengths: nil)

  private static func insert(_ id: Int64, _ bytes: ArraySlice<UInt8>) {
    sqlite3_bind_int64(insertPage, 1, id)
    _ = bytes.withUnsafeBytes {
      shortlist_bind_blob(insertPage, 2, $0.baseAddress, Int64($0.count))
    }
    precondition(sqlite3_step(insertPage) == SQLITE_DONE)
    sqlite3_reset(insertPage)
  }

  /// Checks that docids ascend or the index is reported as damaged, whatever its pages hold. The
  /// first byte says how to split the others into pages; if its highest bit is set, the first page
  /// is the structure record.
  static func postings(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    guard let shape = bytes.first else { return 0 }
    precondition(sqlite3_exec(pages, "DELETE FROM data; DELETE FROM idx", nil, nil, nil) == 0)
    let count = Int(shape & 3) + 1
    let rest = Array(bytes.dropFirst())
    let size = (rest.count + count - 1) / count
    var parts = (0..<count).map {
      rest[min($0 * size, rest.count)..<min(($0 + 1) * size, rest.count)]
    }
    insert(10, shape & 0x80 != 0 ? parts.removeFirst() : [0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 4])
    for (number, part) in parts.enumerated() { insert(1 << 37 + Int64(number) + 1, part) }
    if let last = parts.last { insert(1 << 37 + 1 << 36 + 1, last) }
    let rows = "INSERT INTO idx VALUES(1, x'', \(2 + shape >> 5 & 1)), (1, x'3062', 4)"
    precondition(sqlite3_exec(pages, rows, nil, nil, nil) == SQLITE_OK)
    if let first = parts.first { insert(1, first) }
    for (phrases, part) in expressions { read(part, phrases: phrases) }
    merge(mostLeaves: Int32(shape >> 2 & 7) + 1)
    return 0
  }

  /// Merges twice, so that the second merge continues the first, unless the index is damaged.
  private static func merge(mostLeaves: Int32) {
    for _ in 0..<2 {
      var tables = tables
      var isChanged: Int32 = 0
      var touched = shortlist_segment_ids()
      let limits = shortlist_merge_limits(segments: 0, large_segments: 0, leaves: mostLeaves)
      let code = shortlist_merge_segments(&tables, limits, &isChanged, &touched)
      precondition([SQLITE_OK, SQLITE_CORRUPT, SQLITE_CONSTRAINT].contains(code & 0xff))
      guard code == SQLITE_OK, isChanged != 0 else { return }
    }
  }

  /// Postings queries, each with its number of phrases.
  private static let expressions: [(Int, [(kind: Int, bytes: String, parts: Int)])] = [
    (1, [(SHORTLIST_POSTINGS_TERM, "0a", 0)]),
    (1, [(SHORTLIST_POSTINGS_PREFIX, "", 0)]),
    (
      2,
      [
        (SHORTLIST_POSTINGS_ALL, "", 2), (SHORTLIST_POSTINGS_PREFIX, "0", 0),
        (SHORTLIST_POSTINGS_TERM, "0ab", 0),
      ]
    ),
    (
      1,
      [
        (SHORTLIST_POSTINGS_PHRASE, "", 2), (SHORTLIST_POSTINGS_PREFIX, "0a", 0),
        (SHORTLIST_POSTINGS_PREFIX, "0", 0),
      ]
    ),
    (
      1,
      [
        (SHORTLIST_POSTINGS_ALL, "", 2), (SHORTLIST_POSTINGS_ANY_TERM, "", 3),
        (SHORTLIST_POSTINGS_TERM, "0a", 0), (SHORTLIST_POSTINGS_TERM, "0ab", 0),
        (SHORTLIST_POSTINGS_TERM, "0b", 0), (SHORTLIST_POSTINGS_PREFIX, "0", 0),
      ]
    ),
    (
      0,
      [
        (SHORTLIST_POSTINGS_MATERIALISED, "", 1), (SHORTLIST_POSTINGS_ALL, "", 3),
        (SHORTLIST_POSTINGS_PHRASE, "", 2), (SHORTLIST_POSTINGS_TERM, "0a", 0),
        (SHORTLIST_POSTINGS_PREFIX, "0", 0), (SHORTLIST_POSTINGS_ANY, "", 3),
        (SHORTLIST_POSTINGS_TERM, "0b", 0), (SHORTLIST_POSTINGS_TERM, "0ab", 0),
        (SHORTLIST_POSTINGS_LONGER, "0a", 0), (SHORTLIST_POSTINGS_PREFIX, "0", 0),
      ]
    ),
  ]

  private static func read(
    _ expression: [(kind: Int, bytes: String, parts: Int)], phrases: Int
  ) {
    let texts = expression.map { strdup($0.bytes) }
    defer { for text in texts { free(text) } }
    let parts = zip(expression, texts).map { part, text in
      shortlist_query_node(
        kind: Int32(part.kind), length: Int32(max(part.parts, part.bytes.utf8.count)), bytes: text,
        count: part.bytes.isEmpty ? -1 : Int32(part.bytes.utf8.count))
    }
    var index: OpaquePointer?
    let read = shortlist_index_open(page, leaf, nextLeaf, leaves, 4, 10_000, nil, &index)
    precondition([SQLITE_OK, SQLITE_NOTFOUND, SQLITE_CORRUPT].contains(read))
    guard let index else { return }
    defer { shortlist_index_free(index) }
    var changed = shortlist_segment_ids()
    shortlist_add_segment(&changed, 2)
    let followed = shortlist_index_follow(index, nil, &changed, [1, 2], 2)
    precondition([SQLITE_OK, SQLITE_NOTFOUND, SQLITE_CORRUPT].contains(followed))
    guard followed == SQLITE_OK else { return }
    var opened: OpaquePointer?
    let code = shortlist_postings_open(index, parts, Int32(parts.count), nil, &opened)
    precondition([SQLITE_OK, SQLITE_NOTFOUND, SQLITE_CORRUPT].contains(code))
    guard let opened else { return }
    defer { shortlist_postings_free(opened) }
    let ranking = ranking(phrases: phrases)
    defer { shortlist_ranking_free(ranking) }
    var wanted: Int64 = 0
    for step in 0..<1_000 {
      var head: Int64 = 0
      let code = shortlist_postings_seek(opened, wanted, &head)
      precondition(code == SQLITE_OK || code == SQLITE_CORRUPT)
      guard code == SQLITE_OK, head != .max else { return }
      precondition(head >= wanted, "The docids do not rise.")
      var score = 0.0
      let scored = shortlist_postings_score(opened, ranking, page, &score)
      precondition(scored == SQLITE_OK || scored == SQLITE_CORRUPT)
      precondition(scored != SQLITE_OK || (0...Double(phrases)).contains(score), "No score.")
      let (next, isOver) = head.addingReportingOverflow(step % 3 == 0 ? 1 : Int64(step) << 20)
      guard !isOver else { return }
      wanted = next
    }
  }

  /// Creates a ranking in which each phrase is a clause, all columns count, and long bodies count
  /// less.
  private static func ranking(phrases: Int) -> OpaquePointer {
    var settings = shortlist_rank_settings()
    settings.columns = 4
    settings.weights = (1, 1, 1, 1, 0, 0, 0, 0)
    (settings.k1, settings.b) = (1, 0.5)
    settings.normalised = 3
    let made = (0..<phrases).map { shortlist_rank_phrase(clause: Int32($0), columns: 0xff) }
    let idf = [Double](repeating: 1, count: phrases)
    guard
      let ranking = shortlist_ranking_create(&settings, made, Int32(phrases), idf, Int32(phrases))
    else { preconditionFailure("No memory.") }
    return ranking
  }
}
