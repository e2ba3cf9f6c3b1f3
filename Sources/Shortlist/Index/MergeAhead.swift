/// Merges that other threads make in memory, each of a table, while this one stores their parts in a
/// transaction.
final class MergeAhead: Sendable {
  private struct State {
    /// The parts that are yet to be stored, in order.
    var made: [PreparedMerge] = []
    /// The number of threads that are still merging.
    var running: Int
    /// Whether this thread can store parts.
    var canStore = false
    var isStopped = false
  }

  private let state: Condition<State>

  /// The most parts that wait to be stored: one for each thread that makes them.
  private static let maximumParts = 2

  /// Starts merging. The transaction must have begun, so that nobody else changes the tables meanwhile.
  init(_ merging: Merging, of tables: [String], in database: Database, on workers: Workers) {
    state = Condition(State(running: tables.count))
    for table in tables {
      workers.submit { [state] in
        // After an error, the writer merges the table itself, and meets the error, too.
        try? Self.merge(merging, of: table, in: database, state)
        state.withLock { $0.running -= 1 }
      }
    }
    state.withLock { $0.canStore = true }
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
          // Without threads, this is the one that stores the parts, so do not wait for it.
          guard state.made.count < maximumParts else { return state.canStore ? nil : false }
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
