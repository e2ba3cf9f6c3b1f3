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
