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

/// A merge of a table that is prepared on another thread, while this one writes to other tables in a
/// transaction.
final class MergeAhead: Sendable {
  private enum State {
    /// There is no reader for it yet.
    case waiting
    case running
    case over(PreparedMerge?)

    var isOver: Bool { if case .over = self { true } else { false } }

    mutating func begin() -> Bool {
      guard case .waiting = self else { return false }
      self = .running
      return true
    }
  }

  private let state = Condition(State.waiting)

  /// Starts to merge. The transaction must have begun, so that nobody changes the table meanwhile.
  init(_ merging: Merging, of table: String, in database: Database, on workers: Workers) {
    workers.submit { [state] in
      // After an error, the writer merges the table itself, and meets the error, too.
      let merge = try? database.read { (transaction) throws(ShortlistError) in
        try state.withLock { $0.begin() }
          ? PreparedMerge(merging, of: table, on: transaction.connection) : nil
      }
      state.withLock { $0 = .over(merge) }
    }
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Waits for the merge; `nil` if there is nothing to store. Does not wait for a reader, since whoever
  /// has it may be about to write.
  func finish() -> PreparedMerge? {
    state.wait { state -> PreparedMerge?? in
      switch state {
      case .waiting:
        state = .over(nil)
        return .some(nil)
      case .running: return nil
      case .over(let merge): return merge
      }
    }
  }
}
