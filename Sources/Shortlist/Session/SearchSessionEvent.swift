/// What a person does to a search bar and its list.
public enum SearchSessionEvent: Sendable, Hashable {
  /// The bar gets the cursor, and a search begins unless there is one.
  case begin
  /// The bar loses the cursor, to the list for example; the search goes on.
  case unfocus
  /// The bar's text is now this. Typing into a bar without the cursor begins a search.
  case text(String)
  /// Search was pressed: the bar loses the cursor, and Cancel is hidden until it has it again. As you
  /// type, this ends the wait for more, and tries again what has failed. Without a text, it does nothing.
  case submit
  /// Another scope was chosen: what was searched for is searched for again.
  case scope(SearchSessionScope)
  /// A row was chosen, or none any more.
  case select(Item.ID?)
  /// A suggestion was chosen: its text is searched for.
  case take(SearchSuggestion)
  /// Cancel was pressed: the search ends, the text is empty, the list is back, and the first scope
  /// holds again.
  case cancel
  /// The overlay was touched: as Cancel, if there is one.
  case touchOverlay
  /// Done was pressed: as Cancel.
  case done
  /// A search is to begin, or to end as by Cancel.
  case setActive(Bool, animated: Bool)
  /// The items have changed: the results, if there are any, are asked for again, and stay until then.
  /// Sent for each of ``ItemRepository/changes``, it keeps them up to date.
  case refresh
}

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
