/// Shows a search session: its bar, its list, or results in a way of their own.
///
/// It is called by the session, with every state and in order, and must not wait for anything: the
/// session stands still meanwhile.
public protocol SearchSessionView: AnyObject, Sendable {
  /// Shows a state.
  func show(_ state: SearchSessionState)
}
