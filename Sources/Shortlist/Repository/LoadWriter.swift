/// Writes the batches of a bulk load, each on a background thread while the next one is gathered.
struct LoadWriter: Sendable {
  /// The progress of the batches.
  private struct State {
    var isBusy = false
    var isStopped = false
    var written = LoadCounts()
    var failure: ShortlistError?
    var history: LoadHistory? = LoadHistory()
  }

  private let repository: BlockingItemRepository
  private let workers = Workers(limit: 1)
  private let state = Condition(State())

  init(_ repository: BlockingItemRepository) { self.repository = repository }

  /// The outcomes of the items written so far.
  var written: LoadCounts { state.withLock { $0.written } }

  /// Whether the list has had no other items since the load began.
  var isAlone: Bool { state.withLock { $0.history?.isAlone ?? false } }

  /// Waits for the previous batch, then starts writing another.
  func write(_ batch: [LoadItem]) throws(ShortlistError) {
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

  /// Waits for the previous batch, then writes another on the calling thread.
  func writeHere(_ batch: [LoadItem]) throws(ShortlistError) {
    try finish()
    try Self.write(batch, to: repository, state)
  }

  private static func write(
    _ batch: [LoadItem], to repository: BlockingItemRepository, _ state: Condition<State>
  ) throws(ShortlistError) {
    let history = try repository.upsertInTurns(
      batch, history: state.withLock { $0.history }, stops: { state.withLock { $0.isStopped } }
    ) { counts in
      state.withLock { $0.written += counts }
    }
    state.withLock { $0.history = history }
  }

  /// Waits for the running batch, if any, and throws its error.
  func finish() throws(ShortlistError) {
    try state.wait { (state) throws(ShortlistError) -> Void? in
      guard !state.isBusy else { return nil }
      defer { state.failure = nil }
      if let failure = state.failure { throw failure }
      return ()
    }
  }

  /// Stops the running batch as soon as possible; items already written stay.
  func stop() throws(ShortlistError) {
    state.withLock { $0.isStopped = true }
    try finish()
  }
}
