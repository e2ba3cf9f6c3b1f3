import CShortlist
import CShortlistIndex

/// A merge of segments that one connection has made in memory, for another to store. Most of the work
/// of a merge needs no connection that writes.
///
/// `@unchecked Sendable`: one thread at a time has it.
final class PreparedMerge: @unchecked Sendable {
  private let table: String
  private let handle: OpaquePointer

  /// Merges segments of a table in memory; `nil` if there is nothing to merge.
  init?(_ merging: Merging, of table: String, on connection: Connection) throws(ShortlistError) {
    guard try merging.isNeeded(for: table, on: connection) else { return nil }
    let page = try connection.statement("SELECT block FROM \(table)_data WHERE id = ?1")
    var merge: OpaquePointer?
    try connection.check(
      shortlist_merge_prepare(page.handle, Int32(merging.segments), Int32(merging.pages), &merge))
    guard let merge else { return nil }
    self.table = table
    handle = merge
  }

  deinit { shortlist_merge_free(handle) }

  /// Stores the merge; call it once. The table must not have changed since.
  func store(on connection: Connection) throws(ShortlistError) {
    _ = try Merging.write(table, on: connection) { (tables, touched) throws(ShortlistError) in
      try connection.check(shortlist_merge_store(handle, &tables, &touched))
      return true
    }
  }
}
