extension ItemRepository {
  /// A sequence with an element for each committed change of items and sections. Changes by this
  /// repository arrive immediately, those by others, in this process or another, within a quarter
  /// of a second.
  ///
  /// An iterator reports changes made after it was created, and possibly changes that others
  /// committed shortly before. Changes made while nobody is waiting count as one. The sequence ends
  /// when the repository is closed or the task is cancelled. A file that can no longer be read
  /// counts as changed once; the next call reports the error.
  ///
  /// ```swift
  /// for await _ in repository.changes {
  ///   sections = try await repository.sections()
  /// }
  /// ```
  ///
  /// While there are iterators, a thread polls the file five times a second, which takes about 0.05
  /// % of a processor's time.
  public var changes: ItemChanges { ItemChanges(database: blocking.database) }

  /// Returns the results of a query, and new results whenever a change alters them.
  ///
  /// The search runs again when the next results are awaited. A slow reader therefore skips
  /// outdated results, and results equal to the last ones are never delivered. The sequence ends
  /// when the repository is closed or the task is cancelled. It throws the error of a failed
  /// search.
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

/// The committed changes of a repository's items and sections; see ``ItemRepository/changes``.
public struct ItemChanges: AsyncSequence, Sendable {
  let database: Database

  /// Starts listening.
  public func makeAsyncIterator() -> Iterator {
    Iterator(listener: database.listen(), database: database)
  }

  /// An iterator that waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    let listener: ChangeListener
    /// Retained so that changes by others are reported even if nobody else retains the repository.
    let database: Database

    /// Waits for the next change; returns `nil` once the repository is closed or the task is
    /// cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Void? {
      await listener.next() ? () : nil
    }
  }
}
