/// The behaviour of a search bar, fixed for the lifetime of its session.
public struct SearchSessionConfiguration: Sendable, Hashable {
  /// The trigger of a search.
  public enum Trigger: Sendable, Hashable {
    /// Each change of the text, once the text stays the same for the debounce interval; 0 suits a
    /// local file.
    case asYouType(debounce: Duration = .zero)
    /// Pressing Search. Earlier results are dimmed until the new ones arrive.
    case onSubmit
  }

  /// The place where results are shown.
  public enum Presentation: Sendable, Hashable {
    /// The list itself, in place of its items.
    case inPlace
    /// A separate list above the searched list.
    case ownResults
    /// Any view: each change is reported to the updater attached to the session.
    case reported
  }

  /// The trigger of a search.
  public var trigger: Trigger
  /// The place where results are shown.
  public var presentation: Presentation
  /// Whether an overlay covers the list until there are results, and behind separate results.
  public var dims: Bool
  /// The template of each query: layout, limits, order. The session sets the text and sections. The
  /// filter and the attribute to sort by apply until others are chosen.
  public var query: SearchQuery
  /// The scopes of the scope bar, of which the first applies initially; empty for no scope bar.
  public var scopes: [SearchSessionScope]
  /// The most suggestions to offer; 0 for none.
  public var suggestions: Int
  /// The longest text, in characters, for which to offer suggestions.
  public var suggestedTextLength: Int
  /// Whether a text that led to a selection is stored as a recent search.
  public var remembersSearches: Bool
  /// Whether items that were chosen for a text come first the next time: the session records what is
  /// selected among results, and its queries have ``SearchQuery/usesLearning`` set.
  public var learnsFromChoices: Bool
  /// The appearance of the bar.
  public var appearance: SearchSessionAppearance

  /// The scope that applies until another is chosen.
  var firstScope: SearchSessionScope { scopes.first ?? .all }

  /// Makes the configuration of a bar that searches as you type, over the list, unless set
  /// otherwise.
  public init(
    trigger: Trigger = .asYouType(), presentation: Presentation = .inPlace, dims: Bool = true,
    query: SearchQuery = SearchQuery(""), scopes: [SearchSessionScope] = [], suggestions: Int = 8,
    suggestedTextLength: Int = 2, remembersSearches: Bool = true,
    learnsFromChoices: Bool = true,
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
    self.learnsFromChoices = learnsFromChoices
    self.appearance = appearance
  }
}
