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

  /// Starts merging. The transaction must have begun, so that nobody changes the table meanwhile.
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

  /// Waits for the merge, and returns it; `nil` if there is nothing to store. Gives up if no reader has
  /// been free yet: the thread that holds one may be waiting to write.
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
