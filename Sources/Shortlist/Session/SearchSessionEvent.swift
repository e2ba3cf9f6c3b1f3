/// An action of a person in a search bar or its list.
public enum SearchSessionEvent: Sendable, Hashable {
  /// The bar gets the cursor, and a search begins unless one is active.
  case begin
  /// The bar loses the cursor, for example to the list; the search continues.
  case unfocus
  /// The bar's text has changed to this. Typing into a bar without the cursor begins a search.
  case text(String)
  /// Search was pressed. The bar loses the cursor, and Cancel is hidden until it has it again. As
  /// you type, this ends the debounce wait and retries a failed search. Without a text, it does
  /// nothing.
  case submit
  /// Another scope was chosen: the search runs again.
  case scope(SearchSessionScope)
  /// Another filter was chosen, or with `nil` none: the search runs again. Without a text, the items
  /// that meet the filter take the place of the list. Cancel leaves the filter as it is.
  case filter(AttributeFilter?)
  /// Another order was chosen, or with `nil` the usual one: the search runs again. Without a text, the
  /// items in this order take the place of the list. Cancel leaves the order as it is.
  case sort(AttributeSort?)
  /// A row was selected, or with `nil` deselected.
  case select(Item.ID?)
  /// A suggestion was chosen: the session searches for its text.
  case take(SearchSuggestion)
  /// Cancel was pressed: the search ends, the text is cleared, the list is back, and the first
  /// scope applies again.
  case cancel
  /// The overlay was touched: the same as Cancel, if there is an overlay.
  case touchOverlay
  /// Done was pressed: the same as Cancel.
  case done
  /// A search should begin, or end as by Cancel.
  case setActive(Bool, animated: Bool)
  /// The items have changed: the search behind any results runs again, and they stay until then.
  /// Send this for each of ``ItemRepository/changes`` to keep results up to date.
  case refresh
}

/// An action for the session to carry out, in order.
enum SearchSessionAction: Equatable {
  /// Tell the delegate.
  case tell(SearchSessionNotice)
  /// Show the state to all views.
  case publish(SearchSessionState)
  /// Cancel the wait or the search.
  case stop
  /// Report when the time is over.
  case wait(Duration, ticket: Int)
  /// Search, unless the delegate is asked and will provide the results itself.
  case search(SearchQuery, asks: Question?, ticket: Int)
  /// Look for suggestions, replacing any earlier request.
  case suggest(String, scope: SearchSessionScope, ticket: Int)
  /// Report when the placeholder has faded in or out.
  case fade(Duration, ticket: Int)
  /// Store the text as a recent search, because it led to a selection.
  case remember(String)
  /// Record that an item was chosen among the results for a text.
  case learn(Item.ID, text: String)

  /// A decision for the delegate.
  enum Question: Equatable {
    case text(String)
    case scope(SearchSessionScope)
  }
}
