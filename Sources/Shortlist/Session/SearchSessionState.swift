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

/// Shows a search session: its bar, its list, or results in a way of their own.
///
/// It is called by the session, with every state and in order, and must not wait for anything: the
/// session stands still meanwhile.
public protocol SearchSessionView: AnyObject, Sendable {
  /// Shows a state.
  func show(_ state: SearchSessionState)
}

/// What a scope bar offers: some sections under a name.
public struct SearchSessionScope: Sendable, Hashable {
  /// What the scope bar shows.
  public var title: String
  /// The sections to look in; `nil` for all.
  public var sections: [ItemSection.ID]?

  /// All sections.
  public static let all = SearchSessionScope(title: "All")

  /// Makes a scope; without sections, it is all of them under another name.
  public init(title: String, sections: [ItemSection.ID]? = nil) {
    self.title = title
    self.sections = sections
  }
}

/// What a delegate hears of. "Will" comes before views are told, "did" after.
public enum SearchSessionNotice: String, Sendable, Hashable {
  /// A search is about to begin.
  case willBegin
  /// A search has begun.
  case didBegin
  /// A search is about to end.
  case willEnd
  /// A search has ended.
  case didEnd
  /// Results are about to take the place of the list.
  case willShowResults
  /// Results have taken the place of the list.
  case didShowResults
  /// The list is about to take the place of results.
  case willHideResults
  /// The list has taken the place of results.
  case didHideResults
}

extension SearchSessionState {
  /// What a delegate hears about the way to a new state.
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

/// A text that a person may want to search for.
public enum SearchSuggestion: Sendable, Hashable {
  /// One that was searched for, and led to something.
  case recent(String)
  /// One that goes on where the person stopped typing.
  case completion(Completion)

  /// What is searched for when it is taken.
  public var text: String {
    switch self {
    case .recent(let text): text
    case .completion(let completion): completion.text
    }
  }
}

/// Where a row stands: in which section, and where there; both counted from 0.
public struct ItemPath: Sendable, Hashable, Comparable {
  /// Which section.
  public var section: Int
  /// Which row of the section.
  public var row: Int

  /// Points to a row.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// As rows stand, from top to bottom.
  public static func < (a: ItemPath, b: ItemPath) -> Bool {
    (a.section, a.row) < (b.section, b.row)
  }
}
