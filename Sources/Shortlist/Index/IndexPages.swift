import CShortlist
import CShortlistIndex

/// The pages of an FTS5 index, and what was read of them: which segments it has, and the leaves of small
/// ones. It holds as long as the file does not change.
final class IndexPages {
  let handle: OpaquePointer
  /// They are borrowed by what `handle` stands for.
  private let statements: [Statement]
  /// Gives docids from one on, with the lengths of their columns.
  let lengths: Statement?
  /// The search that it is ready for.
  private var searchNumber: Int

  /// `nil` when FTS5 must be asked.
  init?(of table: String, on connection: Connection) throws(ShortlistError) {
    let page = try connection.statement("SELECT block FROM \(table)_data WHERE id = ?1")
    // The page of a leaf is read along with where it is.
    let found = """
      SELECT pgno, (SELECT block FROM \(table)_data WHERE id = (?1 << 37) + (pgno >> 1))
      FROM \(table)_idx WHERE segid = ?1 AND term
      """
    let leaf = try connection.statement("\(found) <= ?2 ORDER BY term DESC LIMIT 1")
    let nextLeaf = try connection.statement("\(found) > ?2 ORDER BY term LIMIT 1")
    let leaves = try connection.statement(
      "SELECT term, pgno FROM \(table)_idx WHERE segid = ?1 ORDER BY term")
    // Nothing may fail once the index is open: who has thrown while it was made frees nothing.
    lengths =
      IndexTable.hasLengths(table)
      ? try connection.statement(
        "SELECT id, sz FROM \(table)_docsize WHERE id >= ?1 ORDER BY id") : nil
    statements = [page, leaf, nextLeaf, leaves]
    guard try IndexSupport.allowsReading(table, of: connection) else { return nil }
    searchNumber = connection.searchNumber
    var opened: OpaquePointer?
    let code = shortlist_index_open(
      page.handle, leaf.handle, nextLeaf.handle, leaves.handle, connection.budget, &opened)
    if code == SQLITE_NOTFOUND { return nil }
    guard code == SQLITE_OK, let opened else { throw Postings.error(code) }
    handle = opened
  }

  deinit { shortlist_index_free(handle) }

  /// Makes them ready for what the connection searches now.
  func renew(on connection: Connection) {
    guard searchNumber != connection.searchNumber else { return }
    searchNumber = connection.searchNumber
    shortlist_index_renew(handle, connection.budget)
  }
}

/// The indexes whose pages were read, by table; `nil` for one that FTS5 must be asked for.
private final class IndexPagesCache: SnapshotCache {
  var indexes: [String: IndexPages?] = [:]

  init(for _: Connection) {}
  func removeAll() { indexes.removeAll() }
}

extension Connection {
  /// The pages of an index of FTS5; `nil` when it must be asked itself.
  func pages(of table: String) throws(ShortlistError) -> IndexPages? {
    guard let cache = cache(IndexPagesCache.self) else {
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
