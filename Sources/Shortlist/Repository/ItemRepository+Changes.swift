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
