/// Writes the batches of a bulk load, one after the other, on a background thread.
///
/// A batch may wait for its turn while the one before is written. The next one is gathered once the
/// rows of the running batch are written: until then, splitting its texts takes the other core, and
/// after that, nothing else does.
struct LoadWriter: Sendable {
  /// The progress of the batches.
  private struct State {
    /// The number of batches that are being written or wait for their turn.
    var batches = 0
    /// Whether all rows of the running batch are written.
    var hasRows = false
    var isStopped = false
    var written = LoadCounts()
    /// Why a batch could not be written. Those after it are dropped.
    var failure: ShortlistError?
    var history: LoadHistory? = LoadHistory()

    var isOver: Bool { isStopped || failure != nil }

    mutating func end(_ failure: ShortlistError? = nil) {
      batches -= 1
      hasRows = false
      if let failure { self.failure = failure }
    }
  }

  private let repository: BlockingItemRepository
  private let workers = Workers(limit: 1)
  private let state = Condition(State())

  init(_ repository: BlockingItemRepository) { self.repository = repository }

  /// The outcomes of the items written so far.
  var written: LoadCounts { state.withLock { $0.written } }

  /// Whether the list has had no other items since the load began.
  var isAlone: Bool { state.withLock { $0.history?.isAlone ?? false } }

  /// Starts writing a batch, or has it wait for the one before. Returns when it is time to gather the
  /// next one.
  func write(_ batch: LoadItems) throws(ShortlistError) {
    try wait { $0.batches == 0 || ($0.batches == 1 && $0.hasRows) }
    state.withLock { $0.batches += 1 }
    workers.submit { [repository, state] in
      do throws(ShortlistError) {
        if !state.withLock({ $0.isOver }) { try Self.write(batch, to: repository, state) }
        state.withLock { $0.end() }
      } catch {
        state.withLock { $0.end(error) }
      }
    }
  }

  /// Waits for the earlier batches, then writes another on the calling thread.
  func writeHere(_ batch: LoadItems) throws(ShortlistError) {
    try finish()
    try Self.write(batch, to: repository, state)
  }

  private static func write(
    _ batch: LoadItems, to repository: BlockingItemRepository, _ state: Condition<State>
  ) throws(ShortlistError) {
    let history = try repository.upsertInTurns(
      batch, history: state.withLock { $0.history }, stops: { state.withLock { $0.isStopped } },
      afterRows: { state.withLock { $0.hasRows = true } }
    ) { counts in
      state.withLock { $0.written += counts }
    }
    state.withLock { $0.history = history }
  }

  /// Waits for all batches, and throws their error.
  func finish() throws(ShortlistError) { try wait { $0.batches == 0 } }

  /// Waits for a state, or for the end of all batches after an error, which it throws.
  private func wait(until isReached: (State) -> Bool) throws(ShortlistError) {
    try state.wait { (state) throws(ShortlistError) -> Void? in
      guard state.failure == nil ? isReached(state) : state.batches == 0 else { return nil }
      defer { state.failure = nil }
      if let failure = state.failure { throw failure }
      return ()
    }
  }

  /// Stops the running batch as soon as possible, and drops the one that waits; items already
  /// written stay.
  func stop() throws(ShortlistError) {
    state.withLock { $0.isStopped = true }
    try finish()
  }
}
