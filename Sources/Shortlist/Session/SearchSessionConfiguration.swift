/// How a search bar behaves. Nothing of it changes while its session lives.
public struct SearchSessionConfiguration: Sendable, Hashable {
  /// When a search begins.
  public enum Trigger: Sendable, Hashable {
    /// With each change of the text that is followed by none for so long; 0 suits a local file.
    case asYouType(debounce: Duration = .zero)
    /// When Search is pressed. Until the answer is there, earlier results are dimmed.
    case onSubmit
  }

  /// Where results are shown.
  public enum Presentation: Sendable, Hashable {
    /// In the list itself, in place of its items.
    case inPlace
    /// In a list of their own, above the list that was searched.
    case ownResults
    /// By any view: each change is reported to the updater that is attached to the session.
    case reported
  }

  /// When a search begins.
  public var trigger: Trigger
  /// Where results are shown.
  public var presentation: Presentation
  /// Whether an overlay covers the list while nothing is found yet, and behind results of their own.
  public var dims: Bool
  /// How to ask: grouped or flat, how many hits, in which order. Text and sections are the session's.
  public var query: SearchQuery
  /// What the scope bar offers, the first of which holds from the start; none, no scope bar.
  public var scopes: [SearchSessionScope]
  /// The most suggestions to offer; 0 for none.
  public var suggestions: Int
  /// The longest text that suggestions are offered for, in characters.
  public var suggestedTextLength: Int
  /// Whether a text that led to a selection is kept among the recent searches.
  public var remembersSearches: Bool
  /// How the bar looks.
  public var appearance: SearchSessionAppearance

  /// The scope that holds until another is chosen.
  var firstScope: SearchSessionScope { scopes.first ?? .all }

  /// A bar that searches as you type, over the list; everything can be set otherwise.
  public init(
    trigger: Trigger = .asYouType(), presentation: Presentation = .inPlace, dims: Bool = true,
    query: SearchQuery = SearchQuery(""), scopes: [SearchSessionScope] = [], suggestions: Int = 8,
    suggestedTextLength: Int = 2, remembersSearches: Bool = true,
    appearance: SearchSessionAppearance = SearchSessionAppearance()
  ) {
    self.trigger = trigger
    self.presentation = presentation
    self.dims = dims
    self.query = query
    self.scopes = scopes
    self.suggestions = max(0, suggestions)
    self.suggestedTextLength = max(0, suggestedTextLength)
    self.remembersSearches = remembersSearches
    self.appearance = appearance
  }
}
