/// The complete state to show in a search bar and its list.
public struct SearchSessionState: Sendable, Hashable {
  /// The phase of a search.
  public enum Phase: String, Sendable, Hashable {
    /// No search is active.
    case inactive
    /// The text is empty, or has not been submitted.
    case editing
    /// The session waits for more text before it searches.
    case waiting
    /// The search is running.
    case searching
    /// The delegate will provide the results.
    case deferred
    /// The contents are the results for the text and scope.
    case answered
    /// The search failed, or its source cancelled it; the contents are unchanged.
    case failed
  }

  /// The contents of the list.
  public enum Contents: Sendable, Hashable {
    /// All items in their sections.
    case list
    /// The results of a search or, without a text, the items that meet the filter.
    case results(SearchResults)
  }

  /// The visibility of the placeholder.
  public enum Placeholder: String, Sendable, Hashable {
    /// Visible.
    case shown
    /// About to disappear.
    case fadingOut
    /// Hidden.
    case hidden
    /// About to appear.
    case fadingIn
  }

  /// The number of the state; it grows with each change.
  public internal(set) var revision = 0
  /// The phase of the search.
  public internal(set) var phase = Phase.inactive
  /// The text of the bar; empty without a search.
  public internal(set) var text = ""
  /// Whether the bar has the cursor.
  public internal(set) var isFocused = false
  /// Whether Cancel is visible: from the start of a search until Search is pressed or a suggestion
  /// is chosen, and again when the bar gets the cursor.
  public internal(set) var showsCancelButton = false
  /// Whether the button that clears the text is visible, according to
  /// ``SearchSessionAppearance/clearButtonMode``. When it is pressed, send
  /// ``SearchSessionEvent/text(_:)`` with an empty text.
  public internal(set) var showsClearButton = false
  /// The scope to search. If results report that all its sections are gone, it becomes all
  /// sections.
  public internal(set) var scope: SearchSessionScope
  /// The condition on the attributes of hits. Without a text, the results are all items that meet it.
  public internal(set) var filter: AttributeFilter?
  /// The attribute to sort hits by. Without a text, the results are all items in this order.
  public internal(set) var sort: AttributeSort?
  /// The contents to show.
  public internal(set) var contents = Contents.list
  /// Whether the contents are dimmed: an overlay covers the list, or earlier results wait for new
  /// ones.
  public internal(set) var isDimmed = false
  /// Whether an overlay covers the list, with or without separate results above it.
  public internal(set) var isListDimmed = false
  /// The selected row.
  public internal(set) var selection: Item.ID?
  /// The suggestions to offer, most useful first.
  public internal(set) var suggestions: [SearchSuggestion] = []
  /// The error of the search; `nil` unless the phase is ``Phase/failed``, or the items that meet the
  /// ``filter`` could not be listed.
  public internal(set) var failure: ShortlistError?
  /// The visibility of the placeholder.
  public internal(set) var placeholder = Placeholder.shown
  /// Whether to animate the last start or end of a search.
  public internal(set) var isAnimated = false

  init(scope: SearchSessionScope, filter: AttributeFilter?, sort: AttributeSort?) {
    self.scope = scope
    self.filter = filter
    self.sort = sort
  }
}

extension SearchSessionState {
  /// Whether a search is active: it has begun, and Cancel has not ended it.
  public var isActive: Bool { phase != .inactive }

  /// The results; `nil` while the list is shown.
  public var results: SearchResults? {
    if case .results(let results) = contents { results } else { nil }
  }

  /// Whether rows can be selected.
  public var allowsSelection: Bool { !isDimmed }

  /// Whether rows can be scrolled.
  public var allowsScrolling: Bool { !isDimmed }

  /// Whether the placeholder is visible or about to appear.
  public var showsPlaceholder: Bool { placeholder == .shown || placeholder == .fadingIn }
}

extension SearchSessionState.Contents {
  /// Whether the contents may have a row with that id. The items of the list are not known here, so
  /// the list always may.
  func holds(_ id: Item.ID) -> Bool {
    switch self {
    case .list: true
    case .results(let results): results.hits.contains { $0.id == id }
    }
  }
}

/// A view of a search session: its bar, its list, or separate results.
///
/// The session passes it every state, in order, and stops until the call returns, so it must not
/// wait for anything.
public protocol SearchSessionView: AnyObject, Sendable {
  /// Shows a state.
  func show(_ state: SearchSessionState)
}

/// An option of a scope bar: some sections under a name.
public struct SearchSessionScope: Sendable, Hashable {
  /// The label in the scope bar.
  public var title: String
  /// The sections to search; `nil` for all.
  public var sections: [ItemSection.ID]?

  /// All sections.
  public static let all = SearchSessionScope(title: "All")

  /// Makes a scope; without sections, it covers all of them.
  public init(title: String, sections: [ItemSection.ID]? = nil) {
    self.title = title
    self.sections = sections
  }
}

/// A notice to a delegate. "Will" comes before views are updated, "did" after.
public enum SearchSessionNotice: String, Sendable, Hashable {
  /// A search is about to begin.
  case willBegin
  /// A search has begun.
  case didBegin
  /// A search is about to end.
  case willEnd
  /// A search has ended.
  case didEnd
  /// Results are about to replace the list.
  case willShowResults
  /// Results have replaced the list.
  case didShowResults
  /// The list is about to replace the results.
  case willHideResults
  /// The list has replaced the results.
  case didHideResults
}

extension SearchSessionState {
  /// Returns the notices for the change to a new state.
  func notices(
    to new: SearchSessionState
  ) -> [(will: SearchSessionNotice, did: SearchSessionNotice)] {
    var notices: [(will: SearchSessionNotice, did: SearchSessionNotice)] = []
    if !isActive && new.isActive { notices.append((.willBegin, .didBegin)) }
    if isActive && !new.isActive { notices.append((.willEnd, .didEnd)) }
    if results == nil && new.results != nil { notices.append((.willShowResults, .didShowResults)) }
    if results != nil && new.results == nil { notices.append((.willHideResults, .didHideResults)) }
    return notices
  }
}

/// A text to offer as a search.
public enum SearchSuggestion: Sendable, Hashable {
  /// An earlier search that led to a selection.
  case recent(String)
  /// A completion of the typed text.
  case completion(Completion)

  /// The text to search for.
  public var text: String {
    switch self {
    case .recent(let text): text
    case .completion(let completion): completion.text
    }
  }
}

/// The place of a row: its section and its index there, both counted from 0.
public struct ItemPath: Sendable, Hashable, Comparable {
  /// The index of the section.
  public var section: Int
  /// The index of the row in its section.
  public var row: Int

  /// Makes the path of a row.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Orders rows from top to bottom.
  public static func < (a: ItemPath, b: ItemPath) -> Bool {
    (a.section, a.row) < (b.section, b.row)
  }
}
