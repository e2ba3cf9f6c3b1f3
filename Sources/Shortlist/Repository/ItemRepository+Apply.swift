extension ItemRepository {
  /// Applies a change set in one transaction, which also sets its checkpoint. Removals come first,
  /// then items are added or updated as by ``upsert(_:)``. Unchanged items are not written, and a
  /// change set that changes no item is not announced as a change.
  ///
  /// - Returns: the outcomes of the items, and the number of items removed.
  /// - Throws: ``ShortlistError/Code/invalidItem``, ``ShortlistError/Code/invalidValue`` if the
  ///   checkpoint is too long, or a write error (see ``ItemRepository``). Nothing is changed then.
  @discardableResult
  public func apply(_ changes: ChangeSet) async throws(ShortlistError) -> LoadCounts {
    try await write { (blocking) throws(ShortlistError) in try blocking.apply(changes) }
  }

  /// Returns the checkpoint with that name; `nil` if none was set.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func checkpoint(_ name: String) async throws(ShortlistError) -> Checkpoint? {
    try await read { (blocking) throws(ShortlistError) in try blocking.checkpoint(name) }
  }

  /// Removes the checkpoint with that name, if there is one.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func removeCheckpoint(_ name: String) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.removeCheckpoint(name) }
  }

  /// Makes the repository, or the part of it that `scope` names, equal to a sequence: adds or
  /// updates its items like `load(_:progress:)`, in many transactions, and then removes all other
  /// items of the scope. The last transaction sets the checkpoint. Cancelling the task ends the
  /// work between two transactions.
  ///
  /// - Returns: the number of items received, their outcomes, and the number of items removed.
  /// - Throws: ``ShortlistError/Code/invalidItem``, ``ShortlistError/Code/cancelled``,
  ///   ``ShortlistError/Code/invalidValue`` if the checkpoint is too long, or a write error (see
  ///   ``ItemRepository``). Batches already committed stay, and the checkpoint is not set.
  /// - Complexity: O(*n* + *m*) for *n* items of the sequence and *m* items of the scope. About 20
  ///   bytes of memory per item detect the ones to remove.
  @discardableResult
  public func reconcile(
    with items: some Sequence<Item> & Sendable, in scope: ReconciliationScope = .everything,
    checkpoint: Checkpoint? = nil,
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) -> LoadProgress {
    try checkpoint?.validate()
    return try await writeCancellably { (blocking, isCancelled) throws(ShortlistError) in
      var iterator = items.makeIterator()
      let reconciliation = Reconciliation(
        next: { iterator.next() }, scope: scope, checkpoint: { checkpoint })
      return try blocking.reconcile(
        reconciliation, isCancelled: isCancelled, progress: progress) ?? LoadProgress()
    }
  }
}
