import CShortlist

/// The pages of an FTS5 index, in one transaction.
final class IndexPages {
  var handle: OpaquePointer { index.handle }
  private let index: KeptIndex
  /// They are borrowed by what `handle` stands for.
  private let statements: [Statement]
  /// Gives the lengths of the columns of an item.
  let lengths: Statement?

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
      ? try connection.statement("SELECT sz FROM \(table)_docsize WHERE id = ?1") : nil
    statements = [page, leaf, nextLeaf, leaves]
    let revision = connection.dataRevision
    if let kept = connection.keptIndexes[table], let revision, kept.revision == revision {
      shortlist_index_renew(kept.handle, connection.budget)
      index = kept
      return
    }
    connection.keptIndexes[table] = nil
    let version = try connection.number("SELECT v FROM \(table)_config WHERE k = 'version'")
    guard version == 4 else { return nil }
    var opened: OpaquePointer?
    let code = shortlist_index_open(
      page.handle, leaf.handle, nextLeaf.handle, leaves.handle, connection.budget, &opened)
    if code == SQLITE_NOTFOUND { return nil }
    guard code == SQLITE_OK, let opened else { throw Postings.error(code) }
    index = KeptIndex(handle: opened, revision: revision)
    if connection.budget != nil { connection.keptIndexes[table] = index }
  }
}

/// What was read of an index, for the next search too: which segments it has, and the pages of small ones.
final class KeptIndex {
  let handle: OpaquePointer
  /// What the file held; `nil` when that is not known.
  let revision: UInt32?

  init(handle: OpaquePointer, revision: UInt32?) {
    self.handle = handle
    self.revision = revision
  }

  deinit { shortlist_index_free(handle) }
}

extension Connection {
  /// A number that changes whenever somebody changes the file; `nil` where no transaction that reads is
  /// open, in which it cannot.
  fileprivate var dataRevision: UInt32? {
    guard sqlite3_txn_state(handle, "main") == SQLITE_TXN_READ else { return nil }
    var revision: UInt32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &revision)
    return code == SQLITE_OK ? revision : nil
  }
}
