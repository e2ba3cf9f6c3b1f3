/// Writes the batches of a bulk load, each on a thread of its own while the next one is gathered.
struct LoadWriter {
  /// How far the batches are.
  private struct State {
    var isBusy = false
    var isStopped = false
    var written = LoadCounts()
    var failure: ShortlistError?
  }

  private let repository: BlockingItemRepository
  private let workers = Workers(limit: 1)
  private let state = Condition(State())

  init(_ repository: BlockingItemRepository) { self.repository = repository }

  /// What became of the items that were written.
  var written: LoadCounts { state.withLock { $0.written } }

  /// Waits for the batch before, and begins to write another.
  func write(_ batch: (items: [Item], repeated: Set<Int>)) throws(ShortlistError) {
    try finish()
    state.withLock { $0.isBusy = true }
    workers.submit { [repository, state] in
      do throws(ShortlistError) {
        try Self.write(batch, to: repository, state)
      } catch {
        state.withLock { $0.failure = error }
      }
      state.withLock { $0.isBusy = false }
    }
  }

  /// Waits for the batch before, and writes another on the caller's thread.
  func writeHere(_ batch: (items: [Item], repeated: Set<Int>)) throws(ShortlistError) {
    try finish()
    try Self.write(batch, to: repository, state)
  }

  private static func write(
    _ batch: (items: [Item], repeated: Set<Int>), to repository: BlockingItemRepository,
    _ state: Condition<State>
  ) throws(ShortlistError) {
    try repository.upsertInTurns(
      batch.items, repeated: batch.repeated, stops: { state.withLock { $0.isStopped } }
    ) { counts in
      state.withLock { $0.written += counts }
    }
  }

  /// Waits for the batch that was begun, if there is one.
  func finish() throws(ShortlistError) {
    try state.wait { (state) throws(ShortlistError) -> Void? in
      guard !state.isBusy else { return nil }
      defer { state.failure = nil }
      if let failure = state.failure { throw failure }
      return ()
    }
  }

  /// Ends the batch that was begun as soon as can be; what is written stays.
  func stop() throws(ShortlistError) {
    state.withLock { $0.isStopped = true }
    try finish()
  }
}
