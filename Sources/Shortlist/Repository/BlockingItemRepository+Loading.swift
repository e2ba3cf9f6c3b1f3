extension BlockingItemRepository {
  /// See `load` of ``ItemRepository``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem``, or a write error (see ``ItemRepository``).
  ///   Batches already committed stay.
  @discardableResult
  public func load(
    _ items: some Sequence<Item>, progress: (LoadProgress) -> Void = { _ in }
  ) throws(ShortlistError) -> LoadProgress {
    try load(items, isCancelled: { false }, progress: progress)
  }

  func load(
    _ items: some Sequence<Item>, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
  ) throws(ShortlistError) -> LoadProgress {
    var batch = LoadBatch()
    var iterator = items.makeIterator()
    return try load(
      { iterator.next() }, with: &batch, isCancelled: isCancelled, progress: progress)
  }

  /// Loads the items that `next` returns, until it returns `nil`, in batches gathered in `batch`.
  func load(
    _ next: () throws(ShortlistError) -> Item?, with batch: inout LoadBatch,
    isCancelled: () -> Bool, progress: (LoadProgress) -> Void
  ) throws(ShortlistError) -> LoadProgress {
    let start = ContinuousClock.now
    var lengthBefore = 0
    let writer = LoadWriter(self)
    database.beginLoad()
    defer { database.endLoad() }
    func reached() -> LoadProgress {
      let counts = writer.written
      return LoadProgress(
        loaded: counts.loaded, elapsed: ContinuousClock.now - start, counts: counts)
    }
    func report() {
      let reached = reached()
      if reached.loaded > 0 { progress(reached) }
    }
    func nextItem() throws(ShortlistError) -> Item? {
      do throws(ShortlistError) {
        return try next()
      } catch {
        try? writer.stop()
        throw error
      }
    }
    while let item = try nextItem() {
      guard !isCancelled() else {
        try writer.stop()
        throw ShortlistError.cancelledLoad(after: writer.written.loaded)
      }
      batch.append(item)
      guard batch.isFull else { continue }
      if batch.taken == 0 { lengthBefore = try listLength() }
      let isHeavy = batch.isHeavy
      try writer.write(batch.take())
      if isHeavy { try writer.finish() }
      report()
      batch.grow(for: lengthBefore + batch.taken)
    }
    try writer.finish()
    report()
    try writer.writeHere(batch.take())
    try finishLoad(of: batch.taken, isAlone: writer.isAlone)
    return reached()
  }
}

extension ShortlistError {
  /// Returns the error of a bulk load whose task was cancelled.
  static func cancelledLoad(after items: Int) -> ShortlistError {
    ShortlistError(.cancelled, "The load was cancelled after \(items) items.")
  }
}
