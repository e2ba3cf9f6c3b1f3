extension ItemRepository {
  /// The changes of items and sections, as they are committed: by this repository at once, by others,
  /// in this process or another, within a quarter of a second.
  ///
  /// Each iterator hears of what comes after it was made, and perhaps of what was committed by others
  /// shortly before. Changes that come while nobody waits are one. The sequence ends when the
  /// repository is closed or the task cancelled. A file that can no longer be read counts as changed,
  /// once: who looks at it next learns why.
  ///
  /// ```swift
  /// for await _ in repository.changes {
  ///   sections = try await repository.sections()
  /// }
  /// ```
  ///
  /// While somebody listens, a thread looks at the file five times a second, which takes some 0.05 %
  /// of a processor's time.
  public var changes: ItemChanges { ItemChanges(database: blocking.database) }

  /// The answer to a query, and again whenever a change has altered it.
  ///
  /// The query is asked anew when the next answer is awaited, so a slow reader skips answers that
  /// are out of date, and those that equal the last one never come. The sequence ends when the
  /// repository is closed or the task cancelled, and with the error of a search that fails.
  ///
  /// ```swift
  /// for try await results in repository.results(for: SearchQuery("land")) {
  ///   show(results)
  /// }
  /// ```
  public func results(for query: SearchQuery) -> LiveResults {
    LiveResults(repository: self, query: query)
  }
}

/// The changes of a repository's items and sections, as they are committed; see
/// ``ItemRepository/changes``.
public struct ItemChanges: AsyncSequence, Sendable {
  let database: Database

  /// Listens from now on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(listener: database.listen(), database: database)
  }

  /// Waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    let listener: ChangeListener
    /// Kept, so that the changes of others are heard even if nobody else keeps the repository.
    let database: Database

    /// Waits for the next change; `nil` when the repository was closed, or the task cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Void? {
      await listener.next() ? () : nil
    }
  }
}
