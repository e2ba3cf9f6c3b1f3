import CShortlist

/// The pages of an FTS5 index, in one transaction.
final class IndexPages {
  let handle: OpaquePointer
  /// They are borrowed by what `handle` stands for.
  private let statements: [Statement]
  /// Gives the lengths of the columns of an item.
  let lengths: Statement?

  /// `nil` when FTS5 must be asked.
  init?(of table: String, on connection: Connection) throws(ShortlistError) {
    let version = try connection.number("SELECT v FROM \(table)_config WHERE k = 'version'")
    guard version == 4 else { return nil }
    let page = try connection.statement("SELECT block FROM \(table)_data WHERE id = ?1")
    let leaf = try connection.statement(
      "SELECT pgno FROM \(table)_idx WHERE segid = ?1 AND term <= ?2 ORDER BY term DESC LIMIT 1")
    let nextLeaf = try connection.statement(
      "SELECT pgno FROM \(table)_idx WHERE segid = ?1 AND term > ?2 ORDER BY term LIMIT 1")
    // Nothing may fail once the index is open: who has thrown while it was made frees nothing.
    lengths =
      IndexTable.hasLengths(table)
      ? try connection.statement("SELECT sz FROM \(table)_docsize WHERE id = ?1") : nil
    var opened: OpaquePointer?
    let code = shortlist_index_open(
      page.handle, leaf.handle, nextLeaf.handle, connection.budget, &opened)
    if code == SQLITE_NOTFOUND { return nil }
    guard code == SQLITE_OK, let opened else { throw Postings.error(code) }
    handle = opened
    statements = [page, leaf, nextLeaf]
  }

  deinit { shortlist_index_free(handle) }
}
