/// The results of a query, repeated whenever a change alters them; see
/// ``ItemRepository/results(for:)``.
///
/// ```swift
/// for try await results in repository.results(for: SearchQuery("land")) {
///   print(results.hits.map(\.item.title))
/// }
/// ```
public struct LiveResults: AsyncSequence, Sendable {
  let repository: ItemRepository
  let query: SearchQuery

  /// Starts listening.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: repository.changes.makeAsyncIterator(), repository: repository, query: query)
  }

  /// An iterator that waits for results.
  public struct Iterator: AsyncIteratorProtocol {
    var changes: ItemChanges.Iterator
    let repository: ItemRepository
    let query: SearchQuery
    var last: SearchResults?

    /// Returns the first results, then waits for each new ones; returns `nil` once the repository
    /// is closed or the task is cancelled.
    ///
    /// - Throws: ``ShortlistError/Code/damaged`` or another read error (see ``ItemRepository``),
    ///   but neither ``ShortlistError/Code/closed`` nor ``ShortlistError/Code/cancelled``.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ShortlistError) -> SearchResults? {
      while true {
        if last != nil, await changes.next(isolation: actor) == nil { return nil }
        do throws(ShortlistError) {
          let results = try await repository.search(query)
          if let last, last.isSameAnswer(as: results) { continue }
          last = results
          return results
        } catch {
          guard error.code == .cancelled || error.code == .closed else { throw error }
          return nil
        }
      }
    }
  }
}

extension SearchResults {
  /// Whether the results look the same to a person.
  func isSameAnswer(as other: SearchResults) -> Bool {
    query == other.query && groups == other.groups && flatHits == other.flatHits
      && total == other.total && groupTotal == other.groupTotal
      && notes == other.notes && next == other.next && correctedText == other.correctedText
  }
}
