extension BlockingItemRepository {
  /// See ``ItemRepository/checkpoint(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func checkpoint(_ name: String) throws(ShortlistError) -> Checkpoint? {
    try database.read { (transaction) throws(ShortlistError) in
      try CheckpointTable.checkpoint(name, on: transaction.connection)
    }
  }

  /// See ``ItemRepository/removeCheckpoint(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func removeCheckpoint(_ name: String) throws(ShortlistError) {
    try database.write { (transaction) throws(ShortlistError) in
      try CheckpointTable.remove(name, on: transaction.connection)
    }
  }

  /// See ``ItemRepository/apply(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem``, ``ShortlistError/Code/invalidValue`` if the
  ///   checkpoint is too long, or a write error (see ``ItemRepository``).
  @discardableResult
  public func apply(_ changes: ChangeSet) throws(ShortlistError) -> LoadCounts {
    try apply(changes) { _ in true } ?? LoadCounts()
  }

  /// Applies a change set if its checkpoint still is as expected, when the transaction has begun.
  ///
  /// - Returns: `nil` if it is not, and nothing was changed.
  func apply(
    _ changes: ChangeSet, if isExpected: (Checkpoint?) -> Bool
  ) throws(ShortlistError) -> LoadCounts? {
    try changes.checkpoint?.validate()
    let (counts, change) = try database.write(claims: false) {
      (transaction) throws(ShortlistError) -> (LoadCounts?, Int64?) in
      let connection = transaction.connection
      if let next = changes.checkpoint {
        let last = try CheckpointTable.checkpoint(next.name, on: connection)
        guard isExpected(last) else { return (nil, nil) }
        if next != last { try CheckpointTable.set(next, on: connection) }
      }
      let writer = ItemWriter(transaction)
      let counts = try writer.apply(changes)
      let isChanged = counts.inserted + counts.updated + counts.removed > 0
      return (counts, isChanged ? try writer.finish() : nil)
    }
    if let change { announce(change) }
    return counts
  }
}

// MARK: - Reconciling

extension BlockingItemRepository {
  /// See ``ItemRepository/reconcile(with:in:checkpoint:progress:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem``, ``ShortlistError/Code/invalidValue`` if the
  ///   checkpoint is too long, or a write error (see ``ItemRepository``). Batches already committed
  ///   stay.
  @discardableResult
  public func reconcile(
    with items: some Sequence<Item>, in scope: ReconciliationScope = .everything,
    checkpoint: Checkpoint? = nil, progress: (LoadProgress) -> Void = { _ in }
  ) throws(ShortlistError) -> LoadProgress {
    try checkpoint?.validate()
    var iterator = items.makeIterator()
    let reconciliation = Reconciliation(
      next: { iterator.next() }, scope: scope, checkpoint: { checkpoint })
    return try reconcile(reconciliation, isCancelled: { false }, progress: progress)
      ?? LoadProgress()
  }

  /// Loads all items, then removes the others and sets the checkpoint.
  ///
  /// - Returns: `nil` if the checkpoint was not as expected, and was not set.
  func reconcile(
    _ reconciliation: Reconciliation, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
  ) throws(ShortlistError) -> LoadProgress? {
    let start = ContinuousClock.now
    var batch = LoadBatch()
    let loaded = try load(
      reconciliation.next, with: &batch, isCancelled: isCancelled, progress: progress)
    var counts = loaded.counts
    var others = try ids(in: reconciliation.scope) { !batch.hasSeen($0) }[...]
    repeat {
      let removals = Array(others.prefix(LoadSize.itemsBetweenLooks))
      others = others.dropFirst(removals.count)
      let checkpoint = others.isEmpty ? reconciliation.checkpoint() : nil
      let changes = ChangeSet(removals: removals, checkpoint: checkpoint)
      guard let removed = try apply(changes, if: reconciliation.isExpected)?.removed else {
        return nil
      }
      counts.removed += removed
      database.yieldToOtherWriters()
    } while !others.isEmpty
    return LoadProgress(
      loaded: loaded.loaded, elapsed: ContinuousClock.now - start, counts: counts)
  }

  /// Returns the items of a scope that a sequence did not have. `isOther` is called with the id of an item and, if it
  /// returns `true`, with the alias of the item.
  func ids(
    in scope: ReconciliationScope, where isOther: (Item.ID) -> Bool
  ) throws(ShortlistError) -> [Item.ID] {
    try database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      let columns = "id, (SELECT alias.id FROM item_alias AS alias WHERE alias.item = item.id)"
      var found: [Item.ID] = []
      func collect(
        _ condition: String, prefix: String = "",
        bind: (Statement) throws(ShortlistError) -> Void
      ) throws(ShortlistError) {
        let rows = try connection.statement("SELECT \(columns) FROM item \(condition)")
        defer { rows.reset() }
        try bind(rows)
        while try rows.step() {
          let id = Item.ID(rows.text(0))
          guard id.rawValue.utf8.starts(with: prefix.utf8) else { return }
          if isOther(id), rows.isNull(1) || isOther(Item.ID(rows.text(1))) { found.append(id) }
        }
      }
      switch scope {
      case .everything: try collect("") { _ in }
      case .ids(let prefix):
        try collect("WHERE id >= ?1 ORDER BY id", prefix: prefix) {
          (rows) throws(ShortlistError) in try rows.bind(prefix, at: 1)
        }
      case .sections(let sections):
        for section in sections {
          guard let number = try SectionTable.number(of: section, on: connection) else { continue }
          try collect("WHERE section = ?1") { $0.bind(number, at: 1) }
        }
      }
      return found
    }
  }
}

/// A comparison of a repository with a whole sequence of items.
struct Reconciliation {
  /// Returns the next item; `nil` at the end.
  let next: () throws(ShortlistError) -> Item?
  /// The items that are removed unless they occur.
  let scope: ReconciliationScope
  /// Returns the checkpoint to set at the end; called after the last item.
  let checkpoint: () -> Checkpoint?
  /// Whether the checkpoint in the repository is as expected.
  var isExpected: (Checkpoint?) -> Bool = { _ in true }
}
