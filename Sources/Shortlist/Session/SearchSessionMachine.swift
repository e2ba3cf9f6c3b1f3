/// Decides what a search bar and its list do, without a clock, tasks or a database: events go in,
/// and the state and the actions to carry out come out.
///
/// Every asynchronous action gets a ticket. A newer event makes earlier tickets stale, and anything
/// that returns with a stale ticket is dropped, so older results never replace newer ones.
struct SearchSessionMachine {
  var state: SearchSessionState
  let configuration: SearchSessionConfiguration
  /// The last query, answered or not; `nil` once the text is empty.
  var asked: SearchQuery?
  /// Whether the running search lists the items that meet the filter, because no text is typed.
  var isListing = false
  /// Whether the items have changed since the running search began.
  var isOutdated = false
  /// Whether the delegate provides the results of the last query; it may do so several times.
  var isSupplied = false
  var ticket = 0
  var suggestionTicket = 0
  var fadeTicket = 0
  /// The actions of the current event that follow the publication of the state.
  var effects: [SearchSessionAction] = []

  init(_ configuration: SearchSessionConfiguration) {
    self.configuration = configuration
    state = SearchSessionState(
      scope: configuration.firstScope, filter: configuration.query.filter,
      sort: configuration.query.sort)
  }

  /// Lists the items that meet the filter of the configuration, unless something else has happened.
  mutating func start() -> [SearchSessionAction] {
    change { machine in
      if machine.ticket == 0 { machine.listMatches() }
    }
  }

  /// Handles an event.
  mutating func handle(_ event: SearchSessionEvent) -> [SearchSessionAction] {
    change { machine in
      switch event {
      case .begin:
        machine.begin(isAnimated: true)
        machine.focus()
      case .unfocus: machine.state.isFocused = false
      case .text(let text): machine.type(text)
      case .submit: machine.submit()
      case .scope(let scope): machine.choose(scope)
      case .filter(let filter): machine.choose(filter, machine.state.sort)
      case .sort(let sort): machine.choose(machine.state.filter, sort)
      case .select(let id): machine.select(id)
      case .take(let suggestion):
        machine.type(suggestion.text)
        machine.submit()
        machine.dropSuggestions()
      case .cancel, .done: machine.end(isAnimated: true)
      case .touchOverlay: if machine.state.isListDimmed { machine.end(isAnimated: true) }
      case .setActive(true, let animated): machine.begin(isAnimated: animated)
      case .setActive(false, let animated): machine.end(isAnimated: animated)
      case .refresh: machine.refresh()
      }
    }
  }

  // MARK: Asynchronous outcomes

  /// Searches, after the debounce interval has passed without more text.
  mutating func waited(_ ticket: Int) -> [SearchSessionAction] {
    change { machine in
      guard ticket == machine.ticket, machine.state.phase == .waiting else { return }
      machine.search(asks: .text(machine.state.text))
    }
  }

  /// Shows the results of the source.
  mutating func arrived(_ results: SearchResults, ticket: Int) -> [SearchSessionAction] {
    change { machine in
      let isListing = machine.isListing
      guard ticket == machine.ticket, machine.state.phase == .searching || isListing
      else { return }
      if machine.leaveLostScope(results) { return }
      machine.show(results)
      guard machine.isOutdated else { return }
      if isListing { machine.listMatches() } else { machine.search(asks: nil) }
    }
  }

  /// Records that the source failed, or that something else cancelled it. The contents stay.
  mutating func failed(_ error: ShortlistError, ticket: Int) -> [SearchSessionAction] {
    change { machine in
      guard ticket == machine.ticket, machine.state.phase == .searching || machine.isListing
      else { return }
      if machine.isListing { machine.isListing = false } else { machine.state.phase = .failed }
      machine.state.failure = error
    }
  }

  /// Records that the delegate will provide the results.
  mutating func deferred(ticket: Int) -> [SearchSessionAction] {
    change { machine in
      guard ticket == machine.ticket, machine.state.phase == .searching else { return }
      machine.ticket += 1
      machine.state.phase = .deferred
      machine.isSupplied = true
    }
  }

  /// Shows results of the delegate, unless they are for another query than the last.
  mutating func supply(_ results: SearchResults) -> [SearchSessionAction] {
    change { machine in
      guard machine.isSupplied, results.query.asksTheSame(as: machine.asked) else { return }
      machine.show(results)
    }
  }

  /// Shows the suggestions that were found.
  mutating func suggested(
    _ suggestions: [SearchSuggestion], ticket: Int
  ) -> [SearchSessionAction] {
    change { machine in
      guard ticket == machine.suggestionTicket else { return }
      machine.state.suggestions = suggestions
    }
  }

  /// Records that the placeholder has faded.
  mutating func faded(ticket: Int) -> [SearchSessionAction] {
    change { machine in
      guard ticket == machine.fadeTicket else { return }
      machine.state.placeholder = machine.state.isActive ? .hidden : .shown
    }
  }

  // MARK: Event handling

  /// Does `work` and returns the resulting actions: will-notices, the state, did-notices, and the
  /// rest.
  private mutating func change(
    _ work: (inout SearchSessionMachine) -> Void
  ) -> [SearchSessionAction] {
    let old = state
    effects = []
    work(&self)
    settle()
    let started = effects
    guard state != old else { return started }
    state.revision = old.revision + 1
    let notices = old.notices(to: state)
    return notices.map { .tell($0.will) } + [.publish(state)] + notices.map { .tell($0.did) }
      + started
  }

  /// Updates the parts of the state that follow from the rest.
  private mutating func settle() {
    let isCovered = state.isActive && configuration.dims
    switch state.contents {
    case .list:
      state.isListDimmed = isCovered
      state.isDimmed = isCovered
    case .results(let results):
      state.isListDimmed = isCovered && configuration.presentation == .ownResults
      let isCurrent = results.query.asksTheSame(as: query)
      state.isDimmed = configuration.trigger == .onSubmit && !isCurrent
    }
    state.showsClearButton =
      switch configuration.appearance.clearButtonMode {
      case .never: false
      case .whileEditing: state.isFocused && !state.text.isEmpty
      case .unlessEditing: !state.isFocused && !state.text.isEmpty
      case .always: !state.text.isEmpty
      }
    if state.isDimmed { state.selection = nil }
    if let id = state.selection, !state.contents.holds(id) { state.selection = nil }
  }
}

extension SearchQuery {
  fileprivate func asksTheSame(as other: SearchQuery?) -> Bool {
    text == other?.text && sections == other?.sections && filter == other?.filter
      && sort == other?.sort
  }
}
