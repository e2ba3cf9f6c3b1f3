/// Hears what happens to a search session, and decides what is searched for.
///
/// It is called by the session, one call at a time and in order, and must not wait for anything:
/// the session stands still meanwhile. A delegate that belongs to another actor starts a task there.
public protocol SearchSessionDelegate: AnyObject, Sendable {
  /// Something is about to happen, or has happened.
  func searchSession(_ session: SearchSession, tells notice: SearchSessionNotice)

  /// Whether the session is to search for this text. If not, the delegate answers later, by
  /// ``SearchSession/supply(_:)``, and earlier results stay until then.
  func searchSession(_ session: SearchSession, shouldSearchFor query: SearchQuery) -> Bool

  /// Whether the session is to search again because of this scope. If not, the delegate answers
  /// later, by ``SearchSession/supply(_:)``, and earlier results stay until then.
  func searchSession(
    _ session: SearchSession, shouldSearchIn scope: SearchSessionScope, for query: SearchQuery
  ) -> Bool
}

extension SearchSessionDelegate {
  /// Passes over it.
  public func searchSession(_ session: SearchSession, tells notice: SearchSessionNotice) {}

  /// Always.
  public func searchSession(
    _ session: SearchSession, shouldSearchFor query: SearchQuery
  ) -> Bool { true }

  /// Always.
  public func searchSession(
    _ session: SearchSession, shouldSearchIn scope: SearchSessionScope, for query: SearchQuery
  ) -> Bool { true }
}
