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
