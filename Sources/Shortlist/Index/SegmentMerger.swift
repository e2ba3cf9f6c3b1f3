import CShortlist
import CShortlistIndex

/// Merges segments of a table in memory, part by part, for another connection to store. Most of the work
/// of a merge needs no connection that writes.
final class SegmentMerger {
  private let table: String
  private let connection: Connection
  private var handle: OpaquePointer?

  /// Begins a merge. The connection must read the same state until its end.
  init(_ merging: Merging, of table: String, on connection: Connection) throws(ShortlistError) {
    self.table = table
    self.connection = connection
    guard try IndexSupport.allowsWriting(table, of: connection) else { return }
    let page = try connection.statement("SELECT block FROM \(table)_data WHERE id = ?1")
    try connection.check(shortlist_merger_open(page.handle, merging.limits, &handle))
  }

  deinit { shortlist_merger_close(handle) }

  /// Returns the next part; `nil` at the end, or if there is nothing to merge.
  func next() throws(ShortlistError) -> PreparedMerge? {
    guard let handle else { return nil }
    var merge: OpaquePointer?
    try connection.check(shortlist_merger_next(handle, &merge))
    return merge.map { PreparedMerge(of: table, $0) }
  }
}

/// A part of a merge that was made in memory.
///
/// `@unchecked Sendable`: one thread at a time has it.
final class PreparedMerge: @unchecked Sendable {
  private let table: String
  private let handle: OpaquePointer

  fileprivate init(of table: String, _ handle: OpaquePointer) {
    self.table = table
    self.handle = handle
  }

  deinit { shortlist_merge_free(handle) }

  /// Stores the part; call it once. Nothing but the parts before may have changed the table since the
  /// merge began.
  func store(on connection: Connection) throws(ShortlistError) {
    _ = try Merging.write(table, on: connection) { (tables, touched) throws(ShortlistError) in
      try connection.check(shortlist_merge_store(handle, &tables, &touched))
      return true
    }
  }
}
