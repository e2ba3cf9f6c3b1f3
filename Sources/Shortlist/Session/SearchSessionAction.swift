/// What a session has to do, in this order.
enum SearchSessionAction: Equatable {
  /// Tell the delegate.
  case tell(SearchSessionNotice)
  /// Show the state to all that look at it.
  case publish(SearchSessionState)
  /// Give up what is being waited or looked for.
  case stop
  /// Say when the time is over.
  case wait(Duration, ticket: Int)
  /// Look for the answer, unless the delegate, if it is asked, says that it will supply one.
  case search(SearchQuery, asks: Question?, ticket: Int)
  /// Look for suggestions, instead of earlier ones.
  case suggest(String, scope: SearchSessionScope, ticket: Int)
  /// Say when the placeholder has faded in or out.
  case fade(Duration, ticket: Int)
  /// Keep the text among the recent ones: it led to something.
  case remember(String)

  /// What a delegate decides on.
  enum Question: Equatable {
    case text(String)
    case scope(SearchSessionScope)
  }
}
