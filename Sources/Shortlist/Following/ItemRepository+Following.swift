extension ItemRepository {
  /// Copies what has changed in a followed table since the last time; the first time, all rows.
  ///
  /// The items and the position in the log of changes are committed together. After a crash of this
  /// process or of the one that writes the table, the next call continues where the last committed
  /// change ended, and nothing is lost. If nothing has changed, the call takes microseconds.
  ///
  /// - Returns: the outcomes of the changed items.
  /// - Throws: ``ShortlistError/Code/cancelled``; ``ShortlistError/Code/unknownTable``,
  ///   ``ShortlistError/Code/invalidQuery`` or another error of the source; or a write error (see
  ///   ``ItemRepository``). Batches already committed stay, and the next call continues.
  @discardableResult
  public func catchUp(
    with source: TableSource, progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) -> CatchUpReport {
    try await catchUp(
      with: source, checkpoint: source.table.checkpointName, in: source.table.scope,
      progress: progress)
  }

  /// Copies what has changed in a source since the last time; the first time, everything.
  ///
  /// The checkpoint with the given name keeps the position. When the source lists all items, those
  /// of the scope that it does not list are removed.
  ///
  /// - Returns: the outcomes of the changed items.
  /// - Throws: ``ShortlistError/Code/cancelled``; ``ShortlistError/Code/input`` or another error of
  ///   the source; or a write error (see ``ItemRepository``). Batches already committed stay, and
  ///   the next call continues.
  @discardableResult
  public func catchUp(
    with source: some ChangeSource, checkpoint: String, in scope: ReconciliationScope,
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(ShortlistError) -> CatchUpReport {
    try await writeCancellably { (blocking, isCancelled) throws(ShortlistError) in
      try blocking.catchUp(
        Following(source: source, checkpoint: checkpoint, scope: scope), isCancelled: isCancelled,
        progress: progress)
    }
  }

  /// Keeps the repository up to date with a table until the task is cancelled: catches up, and looks
  /// for new changes ten times a second, or after each commit of a database that tells of them (see
  /// ``SourceDatabase/commits()``). In a ``SQLiteFile``, a change of any process is found within a
  /// quarter of a second, unless it takes longer to copy.
  ///
  /// A database that is locked is tried again; other errors end the following. `report` is called
  /// after each catch-up that brought something.
  ///
  /// - Throws: ``ShortlistError/Code/unknownTable``, ``ShortlistError/Code/invalidQuery`` or
  ///   another error of the source, or a write error (see ``ItemRepository``).
  public func follow(
    _ source: TableSource, report: @escaping @Sendable (CatchUpReport) -> Void = { _ in }
  ) async throws(ShortlistError) {
    var commits = source.commits()?.makeAsyncIterator()
    while !Task.isCancelled {
      do throws(ShortlistError) {
        let caughtUp = try await catchUp(with: source)
        if !caughtUp.isEmpty { report(caughtUp) }
        if await commits?.next() != nil { continue }
      } catch {
        guard error.code != .cancelled else { return }
        guard error.code == .busy else { throw error }
      }
      try? await Task.sleep(for: Self.pauseOfFollowing)
    }
  }

  /// The time between two looks for changes.
  private static let pauseOfFollowing = Duration.milliseconds(100)

  /// Compares the repository with the rows of a table. Catch up first; changes made meanwhile count
  /// as differences.
  ///
  /// - Throws: ``ShortlistError/Code/unknownTable``, ``ShortlistError/Code/invalidQuery`` or
  ///   another error of the source, or a read error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for *n* rows and items.
  public func verify(_ source: TableSource) async throws(ShortlistError) -> VerificationReport {
    try await read { (blocking) throws(ShortlistError) in try blocking.verify(source) }
  }

  /// Returns the tables whose settings the file keeps, for ``FollowedTable/source``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func followedTables() async throws(ShortlistError) -> [FollowedTable] {
    try await read { (blocking) throws(ShortlistError) in try blocking.followedTables() }
  }

  /// Keeps the settings of a followed table in the file, in place of those with the same prefix of
  /// ids.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func remember(_ followed: FollowedTable) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.remember(followed) }
  }

  /// Removes the settings of a followed table and its checkpoint. Its items stay; see also
  /// ``TableSource/remove()``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func forget(_ table: SourceTable) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.forget(table) }
  }
}
