/// Writes the batches of a bulk load, each on a thread of its own while the next one is gathered.
struct LoadWriter {
  /// How far the batches are.
  private struct State {
    var isBusy = false
    var isStopped = false
    var written = 0
    var failure: ShortlistError?
  }

  private let repository: BlockingItemRepository
  private let workers = Workers(limit: 1)
  private let state = Condition(State())

  init(_ repository: BlockingItemRepository) { self.repository = repository }

  /// How many items were written.
  var written: Int { state.withLock { $0.written } }

  /// Waits for the batch before, and begins to write another.
  func write(_ items: [Item]) throws(ShortlistError) {
    try finish()
    state.withLock { $0.isBusy = true }
    workers.submit { [repository, state] in
      do throws(ShortlistError) {
        try Self.write(items, to: repository, state)
      } catch {
        state.withLock { $0.failure = error }
      }
      state.withLock { $0.isBusy = false }
    }
  }

  /// Waits for the batch before, and writes another on the caller's thread.
  func writeHere(_ items: [Item]) throws(ShortlistError) {
    try finish()
    try Self.write(items, to: repository, state)
  }

  private static func write(
    _ items: [Item], to repository: BlockingItemRepository, _ state: Condition<State>
  ) throws(ShortlistError) {
    try repository.upsertInTurns(items, stops: { state.withLock { $0.isStopped } }) { count in
      state.withLock { $0.written += count }
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
