/// All that a view of a search bar and its list has to show.
public struct SearchSessionState: Sendable, Hashable {
  /// How far a search is.
  public enum Phase: String, Sendable, Hashable {
    /// There is none.
    case inactive
    /// The text is empty, or has not been submitted.
    case editing
    /// More may be typed before the search begins.
    case waiting
    /// The answer is being looked for.
    case searching
    /// The delegate is going to supply the answer.
    case deferred
    /// The contents are the answer to the text, in the scope.
    case answered
    /// The search failed, or was cancelled by its source; the contents are as they were.
    case failed
  }

  /// What the list shows.
  public enum Contents: Sendable, Hashable {
    /// All items in their sections.
    case list
    /// What was found.
    case results(SearchResults)
  }

  /// Whether the placeholder can be seen.
  public enum Placeholder: String, Sendable, Hashable {
    /// It can.
    case shown
    /// It is about to vanish.
    case fadingOut
    /// It cannot.
    case hidden
    /// It is about to be back.
    case fadingIn
  }

  /// Counts the changes; later states have higher numbers.
  public internal(set) var revision = 0
  /// How far the search is.
  public internal(set) var phase = Phase.inactive
  /// What the bar holds; empty without a search.
  public internal(set) var text = ""
  /// Whether the bar has the cursor.
  public internal(set) var isFocused = false
  /// Whether Cancel can be seen: from the beginning of a search until Search is pressed or a suggestion
  /// is taken, and again when the bar gets the cursor.
  public internal(set) var showsCancelButton = false
  /// Whether the button that clears the text can be seen, by
  /// ``SearchSessionAppearance/clearButtonMode``. When it is pressed, send ``SearchSessionEvent/text(_:)``
  /// without a text.
  public internal(set) var showsClearButton = false
  /// Where to look. When an answer says that all of its sections are gone, it is all sections again.
  public internal(set) var scope: SearchSessionScope
  /// What to show.
  public internal(set) var contents = Contents.list
  /// Whether the contents are dimmed: an overlay covers the list, or earlier results wait for those
  /// that take their place.
  public internal(set) var isDimmed = false
  /// Whether the list is covered by an overlay, with results of their own above it or without.
  public internal(set) var isListDimmed = false
  /// The row that is chosen.
  public internal(set) var selection: Item.ID?
  /// What to offer; the most useful first.
  public internal(set) var suggestions: [SearchSuggestion] = []
  /// Why there is no answer; `nil` unless the phase is ``Phase/failed``.
  public internal(set) var failure: ShortlistError?
  /// Whether the placeholder can be seen.
  public internal(set) var placeholder = Placeholder.shown
  /// Whether the last beginning or end of a search is to be shown as a movement.
  public internal(set) var isAnimated = false

  init(scope: SearchSessionScope) {
    self.scope = scope
  }
}

extension SearchSessionState {
  /// Whether there is a search: one has begun, and has not been ended by Cancel.
  public var isActive: Bool { phase != .inactive }

  /// What was found; `nil` while the list is shown.
  public var results: SearchResults? {
    if case .results(let results) = contents { results } else { nil }
  }

  /// Whether rows can be chosen.
  public var allowsSelection: Bool { !isDimmed }

  /// Whether rows can be scrolled.
  public var allowsScrolling: Bool { !isDimmed }

  /// Whether the placeholder is there, or on its way.
  public var showsPlaceholder: Bool { placeholder == .shown || placeholder == .fadingIn }
}

extension SearchSessionState.Contents {
  /// Whether there is a row of that id. What the list holds is not known here.
  func holds(_ id: Item.ID) -> Bool {
    switch self {
    case .list: true
    case .results(let results): results.hits.contains { $0.id == id }
    }
  }
}
