/// Merges that other threads make in memory, each of a table, while this one stores their parts in a
/// transaction.
final class MergeAhead: Sendable {
  private struct State {
    /// The parts that are yet to be stored, in order.
    var made: [PreparedMerge] = []
    /// The number of threads that are still merging.
    var running: Int
    var isStopped = false
  }

  private let state: Condition<State>

  /// The most parts that wait to be stored: one for each thread that makes them.
  private static let maximumParts = 2

  /// Starts merging. The transaction must have begun, so that nobody else changes the tables meanwhile.
  /// Tables for which `start` cannot start a thread are left as they are.
  init(
    _ merging: Merging, of tables: [String], in database: Database,
    start: (@escaping @Sendable () -> Void) -> Bool = DetachedThread.start
  ) {
    state = Condition(State(running: tables.count))
    for table in tables {
      let isStarted = start { [state] in
        // After an error, the writer merges the table itself, and meets the error, too.
        try? Self.merge(merging, of: table, in: database, state)
        state.withLock { $0.running -= 1 }
      }
      if !isStarted { state.withLock { $0.running -= 1 } }
    }
  }

  private static func merge(
    _ merging: Merging, of table: String, in database: Database, _ state: Condition<State>
  ) throws(ShortlistError) {
    guard !state.withLock({ $0.isStopped }) else { return }
    try database.readApart { (transaction) throws(ShortlistError) in
      let merger = try SegmentMerger(merging, of: table, on: transaction.connection)
      while let part = try merger.next() {
        let goesOn = state.wait { state -> Bool? in
          guard !state.isStopped else { return false }
          guard state.made.count < maximumParts else { return nil }
          state.made.append(part)
          return true
        }
        guard goesOn else { return }
      }
    }
  }

  /// Waits for the next part, and returns it; `nil` at the end.
  func next() -> PreparedMerge? {
    state.wait { state -> PreparedMerge?? in
      guard state.made.isEmpty else { return state.made.removeFirst() }
      return state.running == 0 ? .some(nil) : nil
    }
  }

  /// Drops what is not stored yet, and waits for the threads. They must not outlive the transaction.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.made = []
    }
    state.wait { $0.running == 0 ? () : nil }
  }
}
