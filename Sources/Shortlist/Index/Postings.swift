import CShortlist
import CShortlistIndex

/// The docids of the items that match a query, read from the pages of an FTS5 index.
final class Postings {
  let handle: OpaquePointer
  private let index: IndexPages
  private let filter: DocidFilter?

  /// Opens the postings before their first docid; `nil` when FTS5 must be asked. Free them before
  /// the transaction ends.
  init?(
    _ expression: PostingsQuery, in table: String, among filter: DocidFilter? = nil,
    on connection: Connection
  ) throws(ShortlistError) {
    guard let index = try connection.pages(of: table) else { return nil }
    self.index = index
    self.filter = filter
    var opened: OpaquePointer?
    let code = expression.withParts(in: table) { parts in
      guard var docids = filter?.docids else {
        return shortlist_postings_open(index.handle, parts, Int32(parts.count), nil, &opened)
      }
      return shortlist_postings_open(index.handle, parts, Int32(parts.count), &docids, &opened)
    }
    if code == SQLITE_NOTFOUND { return nil }
    guard code == SQLITE_OK, let opened else { throw Self.error(code) }
    handle = opened
  }

  deinit { shortlist_postings_free(handle) }

  /// All docids, in order.
  func docids() throws(ShortlistError) -> [Int64] {
    var docids: [Int64] = []
    var head: Int64 = 0
    while true {
      let code = shortlist_postings_seek(handle, head, &head)
      guard code == SQLITE_OK else { throw Self.error(code) }
      guard head < .max else { return docids }
      docids.append(head)
      head += 1
    }
  }

  /// Scores the current item. Returns an SQLite result code.
  func score(by ranker: Ranker, _ score: inout Double) -> Int32 {
    shortlist_postings_score(handle, ranker.handle, index.lengths?.handle, &score)
  }

  /// Advances to the first item from `docid` to `last` that scores enough; `head` is above `last`
  /// when there is none. Returns an SQLite result code.
  func nextScored(
    by ranker: Ranker, from docid: Int64, upTo last: Int64, _ head: inout Int64,
    _ score: inout Double, _ rows: inout Int64
  ) -> Int32 {
    shortlist_postings_next_scored(
      handle, ranker.handle, index.lengths?.handle, docid, last, &head, &score, &rows)
  }

  static func error(_ code: Int32) -> ShortlistError {
    ShortlistError(sqliteCode: code, detail: "reading the pages of the index")
  }
}

/// A materialised set of docids, in ascending order.
final class DocidSet {
  private let array: UnsafeMutablePointer<Int64>?
  let count: Int

  var isEmpty: Bool { count == 0 }

  /// Reads the matches of a query that a filter accepts; `nil` when FTS5 must be asked, or too many
  /// items may match.
  init?(
    _ expression: PostingsQuery, in table: String, among filter: DocidFilter? = nil,
    on connection: Connection
  ) throws(ShortlistError) {
    guard let index = try connection.pages(of: table) else { return nil }
    var array: UnsafeMutablePointer<Int64>?
    var count: Int32 = 0
    let code = expression.withParts(in: table) { parts in
      let parts = (nodes: parts, count: Int32(parts.count))
      guard var docids = filter?.docids else {
        return shortlist_materialise(
          index.handle, parts.nodes, parts.count, nil, &array, &count)
      }
      return shortlist_materialise(
        index.handle, parts.nodes, parts.count, &docids, &array, &count)
    }
    if code == SQLITE_NOTFOUND || code == SQLITE_TOOBIG { return nil }
    guard code == SQLITE_OK else { throw Postings.error(code) }
    self.array = array
    self.count = Int(count)
  }

  deinit { sqlite3_free(array) }

  /// Whether any docid satisfies the condition.
  func contains(where condition: (Int64) -> Bool) -> Bool {
    withExtendedLifetime(self) {
      UnsafeBufferPointer(start: array, count: count).contains(where: condition)
    }
  }

  /// The query node for the set. It borrows the docids, so the set must stay alive while it is
  /// used.
  var part: shortlist_query_node {
    shortlist_query_node(
      kind: Int32(SHORTLIST_POSTINGS_DOCIDS), length: Int32(count),
      bytes: UnsafeRawPointer(array)?.assumingMemoryBound(to: CChar.self), count: -1)
  }
}
