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
