import CShortlist
import CShortlistIndex

/// The pages of an FTS5 index, with a cache of its structure record and of pages of its segments.
final class IndexPages {
  let handle: OpaquePointer
  /// Borrowed by the C index behind `handle`.
  private let statements: [Statement]
  /// Yields docids from a given one on, with the lengths of their columns.
  let lengths: Statement?
  /// The number of the search whose budget the index uses.
  private var searchNumber: Int

  /// `nil` if FTS5 has to answer.
  init?(of table: String, on connection: Connection) throws(ShortlistError) {
    let page = try connection.statement("SELECT block FROM \(table)_data WHERE id = ?1")
    let found = "SELECT pgno FROM \(table)_idx WHERE segid = ?1 AND term"
    let leaf = try connection.statement("\(found) <= ?2 ORDER BY term DESC LIMIT 1")
    let nextLeaf = try connection.statement("\(found) > ?2 ORDER BY term LIMIT 1")
    let leaves = try connection.statement(
      "SELECT term, pgno FROM \(table)_idx WHERE segid = ?1 ORDER BY term")
    // Open the index last: if `init` throws after that, `deinit` does not run and the handle leaks.
    lengths =
      IndexTable.hasLengths(table)
      ? try connection.statement(
        "SELECT id, sz FROM \(table)_docsize WHERE id >= ?1 ORDER BY id") : nil
    statements = [page, leaf, nextLeaf, leaves]
    guard try IndexSupport.allowsReading(table, of: connection) else { return nil }
    searchNumber = connection.searchNumber
    var opened: OpaquePointer?
    let code = shortlist_index_open(
      page.handle, leaf.handle, nextLeaf.handle, leaves.handle,
      Int32(clamping: connection.cacheSizes.indexPages / Self.pageSize),
      Int32(clamping: connection.cacheSizes.leaves), connection.budget, &opened)
    if code == SQLITE_NOTFOUND { return nil }
    guard code == SQLITE_OK, let opened else { throw Postings.error(code) }
    handle = opened
  }

  deinit { shortlist_index_free(handle) }

  /// The size of a page of FTS5's, in bytes, or a little more.
  private static let pageSize = 4_096

  /// Follows changes of the file, in which only the given segments and items have changed.
  func follow(
    _ segments: shortlist_segment_ids, _ docids: [Int64], on connection: Connection
  ) throws(ShortlistError) {
    searchNumber = connection.searchNumber
    let code = withUnsafePointer(to: segments) {
      shortlist_index_follow(handle, connection.budget, $0, docids, Int32(docids.count))
    }
    guard code == SQLITE_OK else { throw Postings.error(code) }
  }

  /// Prepares the pages for the current search of the connection.
  func renew(on connection: Connection) {
    guard searchNumber != connection.searchNumber else { return }
    searchNumber = connection.searchNumber
    shortlist_index_renew(handle, connection.budget)
  }
}

/// The indexes read so far, by table; `nil` for one that FTS5 has to read.
private final class IndexPagesCache: SnapshotCache {
  var indexes: [String: IndexPages?] = [:]
  /// The number of the last change of segments that the indexes know of; `nil` if that could not be
  /// read.
  private var segmentChange: Int64?

  init(for connection: Connection) throws(ShortlistError) {
    segmentChange = try SegmentChangeTable.lastNumber(on: connection)
  }

  func removeAll() {
    indexes.removeAll()
    segmentChange = nil
  }

  func follow(_ changed: [Int64], on connection: Connection) throws(ShortlistError) {
    let last = segmentChange
    let now = try SegmentChangeTable.lastNumber(on: connection)
    guard let last,
      let segments = try SegmentChangeTable.segments(after: last, upTo: now, on: connection)
    else {
      indexes.removeAll()
      segmentChange = now
      return
    }
    for (table, index) in indexes {
      if let index, try IndexSupport.allowsReading(table, of: connection) {
        try index.follow(segments[table] ?? shortlist_segment_ids(), changed, on: connection)
      } else {
        indexes[table] = nil
      }
    }
    segmentChange = now
  }
}

extension Connection {
  /// The pages of an FTS5 index; `nil` if FTS5 has to read them itself.
  func pages(of table: String) throws(ShortlistError) -> IndexPages? {
    guard let cache = try cache(IndexPagesCache.self) else {
      return try IndexPages(of: table, on: self)
    }
    if let index = cache.indexes[table] {
      index?.renew(on: self)
      return index
    }
    let index = try IndexPages(of: table, on: self)
    cache.indexes[table] = .some(index)
    return index
  }
}
