import CShortlist

/// The docids of the items that match an expression, read from the pages of an FTS5 index.
final class Postings {
  let handle: OpaquePointer
  /// They are borrowed by what `handle` stands for.
  private let statements: [Statement]
  /// Gives the lengths of the columns of an item.
  private let lengths: Statement?

  /// Opens them before their first docid; `nil` when FTS5 must be asked. They must be gone when the
  /// transaction ends.
  init?(
    _ expression: PostingsExpression, in table: String, on connection: Connection
  ) throws(ShortlistError) {
    let version = try connection.number("SELECT v FROM \(table)_config WHERE k = 'version'")
    guard version == 4 else { return nil }
    let page = try connection.statement("SELECT block FROM \(table)_data WHERE id = ?1")
    let leaf = try connection.statement(
      "SELECT pgno FROM \(table)_idx WHERE segid = ?1 AND term <= ?2 ORDER BY term DESC LIMIT 1")
    let nextLeaf = try connection.statement(
      "SELECT pgno FROM \(table)_idx WHERE segid = ?1 AND term > ?2 ORDER BY term LIMIT 1")
    // Nothing may fail once the postings are open: who has thrown while it was made frees nothing.
    lengths =
      IndexTable.hasLengths(table)
      ? try connection.statement("SELECT sz FROM \(table)_docsize WHERE id = ?1") : nil
    var parts: [shortlist_postings_part] = []
    var bytes: [CChar] = []
    expression.append(to: &parts, &bytes)
    var opened: OpaquePointer?
    let code = bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for index in parts.indices where parts[index].kind <= SHORTLIST_POSTINGS_PREFIX {
        parts[index].bytes = bytes.baseAddress.map { $0 + start }
        start += Int(parts[index].length)
      }
      return shortlist_postings_open(
        page.handle, leaf.handle, nextLeaf.handle, connection.budget, parts, Int32(parts.count),
        &opened)
    }
    if code == SQLITE_NOTFOUND { return nil }
    guard code == SQLITE_OK, let opened else { throw Self.error(code) }
    handle = opened
    statements = [page, leaf, nextLeaf]
  }

  deinit { shortlist_postings_free(handle) }

  /// Scores the item that they stand at. Returns a code of SQLite.
  func score(by ranker: Ranker, _ score: inout Double) -> Int32 {
    shortlist_postings_score(handle, ranker.handle, lengths?.handle, &score)
  }

  static func error(_ code: Int32) -> ShortlistError {
    ShortlistError(sqliteCode: code, detail: "reading the pages of the index")
  }
}
