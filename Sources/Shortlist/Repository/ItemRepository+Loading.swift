extension ItemRepository {
  /// Adds or updates many items, like ``upsert(_:)``, in many transactions. Items reported by
  /// `progress` are committed, whatever happens later. A load that makes up most of the repository
  /// ends with ``optimize()``. Cancelling the task ends the load between two transactions.
  ///
  /// Of several items with the same id, the last one wins. Items without an id that share a section
  /// and title are different items, told apart by their order, so loading the same items again
  /// finds each of them. Unchanged items are not written.
  ///
  /// - Returns: the number of items loaded, and their outcomes.
  /// - Throws: ``ShortlistError/Code/invalidItem``, ``ShortlistError/Code/cancelled``, or a write
  ///   error (see ``ItemRepository``). Batches already committed stay.
  @discardableResult
  public func load(
    _ items: some Sequence<Item> & Sendable,
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) -> LoadProgress {
    try await writeCancellably { (blocking, isCancelled) throws(ShortlistError) in
      try blocking.load(items, isCancelled: isCancelled, progress: progress)
    }
  }

  /// Adds or updates many items as they arrive, like ``upsert(_:)``, in many transactions. Items
  /// reported by `progress` are committed, whatever happens later. A load that makes up most of the
  /// repository ends with ``optimize()``. Cancelling the task ends the load between two
  /// transactions.
  ///
  /// Of several items with the same id, the last one wins. Items without an id that share a section
  /// and title are different items, told apart by their order, so loading the same items again
  /// finds each of them. Unchanged items are not written.
  ///
  /// - Returns: the number of items loaded, and their outcomes.
  /// - Throws: ``ShortlistError/Code/input`` if the sequence fails,
  ///   ``ShortlistError/Code/invalidItem``, ``ShortlistError/Code/cancelled``, or a write error
  ///   (see ``ItemRepository``). Batches already committed stay.
  @discardableResult
  public func load<Items: AsyncSequence>(
    _ items: Items, progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) -> LoadProgress where Items.Element == Item {
    blocking.database.beginLoad()
    let result: Result<LoadProgress, ShortlistError>
    do throws(ShortlistError) {
      result = .success(try await loadInBatches(items, progress))
    } catch {
      result = .failure(error)
    }
    _ = try? await write { (blocking) throws(ShortlistError) in blocking.database.endLoad() }
    return try result.get()
  }

  private func loadInBatches<Items: AsyncSequence>(
    _ items: Items, _ progress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ShortlistError) -> LoadProgress where Items.Element == Item {
    let start = ContinuousClock.now
    let writer = LoadWriter(blocking)
    var lengthBefore = 0
    var batch = LoadBatch()
    func reached() -> LoadProgress {
      let counts = writer.written
      return LoadProgress(
        loaded: counts.loaded, elapsed: ContinuousClock.now - start, counts: counts)
    }
    var iterator = items.makeAsyncIterator()
    while let item = try await next(of: &iterator, for: writer) {
      batch.append(item)
      guard batch.isFull else { continue }
      if batch.taken == 0 {
        lengthBefore = try await read { (blocking) throws(ShortlistError) in
          try blocking.listLength()
        }
      }
      let isHeavy = batch.isHeavy
      let items = batch.take()
      try await write { (_) throws(ShortlistError) in
        try writer.write(items)
        if isHeavy { try writer.finish() }
      }
      if writer.written.loaded > 0 { progress(reached()) }
      batch.grow(for: lengthBefore + batch.taken)
    }
    let rest = batch.take()
    try await write { (_) throws(ShortlistError) in try writer.writeHere(rest) }
    progress(reached())
    let total = batch.taken
    try await write { (blocking) throws(ShortlistError) in
      try blocking.finishLoad(of: total, isAlone: writer.isAlone)
    }
    return reached()
  }

  /// Returns the next item of a load. If the source fails or the task is cancelled, waits for the
  /// running batch and throws.
  private func next<Iterator: AsyncIteratorProtocol>(
    of iterator: inout Iterator, for writer: LoadWriter
  ) async throws(ShortlistError) -> Item? where Iterator.Element == Item {
    do {
      let item = try await iterator.next(isolation: #isolation)
      // Many sequences simply end when their task is cancelled.
      if !Task.isCancelled { return item }
    } catch {
      if !Task.isCancelled {
        try await write { (_) throws(ShortlistError) in try writer.finish() }
        throw ShortlistError(
          .input,
          "The source of the load failed after \(writer.written.loaded) items: \(error)")
      }
    }
    try await write { (_) throws(ShortlistError) in try writer.stop() }
    throw ShortlistError.cancelledLoad(after: writer.written.loaded)
  }
}
