/// The answers to a query, anew whenever a change has altered them; see
/// ``ItemRepository/results(for:)``.
public struct LiveResults: AsyncSequence, Sendable {
  let repository: ItemRepository
  let query: SearchQuery

  /// Listens from now on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: repository.changes.makeAsyncIterator(), repository: repository, query: query)
  }

  /// Waits for answers.
  public struct Iterator: AsyncIteratorProtocol {
    var changes: ItemChanges.Iterator
    let repository: ItemRepository
    let query: SearchQuery
    var last: SearchResults?

    /// Gives the first answer, then waits for another one; `nil` when the repository was closed, or
    /// the task cancelled.
    ///
    /// - Throws: what the file or the disk does wrong.
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
  /// Whether a person would see no difference.
  func isSameAnswer(as other: SearchResults) -> Bool {
    query == other.query && groups == other.groups && flatHits == other.flatHits
      && total == other.total && groupTotal == other.groupTotal
      && notes == other.notes && next == other.next && correctedText == other.correctedText
  }
}
