extension SearchSessionMachine {
  // MARK: User events

  mutating func begin(isAnimated: Bool) {
    guard !state.isActive else { return }
    focus()
    state.phase = .editing
    state.isAnimated = isAnimated
    fadePlaceholder()
    suggest()
  }

  mutating func end(isAnimated: Bool) {
    guard state.isActive else { return }
    state.text = ""
    // The scope bar disappears with the search, so its scope must not narrow the next one unseen.
    state.scope = configuration.firstScope
    clear(phase: .inactive)
    state.isFocused = false
    state.showsCancelButton = false
    state.isAnimated = isAnimated
    fadePlaceholder()
    suggest()
  }

  mutating func type(_ text: String) {
    guard text != state.text else { return }
    begin(isAnimated: true)
    focus()
    state.text = text
    suggest()
    if text.isBlank {
      clear(phase: .editing)
    } else if case .asYouType(let debounce) = configuration.trigger, debounce <= .zero {
      search(asks: .text(text))
    } else {
      stop()
      state.failure = nil
      guard case .asYouType(let debounce) = configuration.trigger else {
        state.phase = .editing
        return
      }
      state.phase = .waiting
      effects.append(.wait(debounce, ticket: ticket))
    }
  }

  /// Gives the bar the cursor.
  mutating func focus() {
    state.isFocused = true
    state.showsCancelButton = true
  }

  mutating func submit() {
    guard !state.text.isBlank else { return }
    state.isFocused = false
    state.showsCancelButton = false
    switch (configuration.trigger, state.phase) {
    case (.onSubmit, .editing), (_, .waiting), (_, .failed): search(asks: .text(state.text))
    default: break
    }
  }

  mutating func choose(_ scope: SearchSessionScope) {
    guard scope != state.scope else { return }
    state.scope = scope
    guard state.isActive else { return listMatches() }
    suggest()
    searchAgain(asks: .scope(scope))
  }

  mutating func choose(_ filter: AttributeFilter?, _ sort: AttributeSort?) {
    guard filter != state.filter || sort != state.sort else { return }
    state.filter = filter
    state.sort = sort
    guard state.text.isBlank else { return searchAgain(asks: .text(state.text)) }
    clear(phase: state.phase)
  }

  /// Searches because something else than the text has changed.
  private mutating func searchAgain(asks question: SearchSessionAction.Question) {
    guard !state.text.isBlank else { return listMatches() }
    // With `onSubmit`, a text that is still being edited waits for Search.
    guard configuration.trigger != .onSubmit || asked?.text == state.text else { return }
    search(asks: question)
  }

  mutating func select(_ id: Item.ID?) {
    guard let id else {
      state.selection = nil
      return
    }
    guard state.allowsSelection, state.contents.holds(id) else { return }
    state.selection = id
    guard let results = state.results else { return }
    dropSuggestions()
    guard !results.query.text.isBlank else { return }
    if configuration.remembersSearches { effects.append(.remember(results.query.text)) }
    if configuration.learnsFromChoices {
      effects.append(.learn(id, text: results.query.text))
    }
  }

  mutating func refresh() {
    switch state.phase {
    case .answered where !isSupplied: search(asks: nil)
    case .searching: isOutdated = true
    case .inactive, .editing:
      if isListing { isOutdated = true } else { listMatches() }
    default: break
    }
  }

  // MARK: Consequences

  /// Cancels the wait or the search.
  mutating func stop() {
    ticket += 1
    isListing = false
    isOutdated = false
    isSupplied = false
    effects.append(.stop)
  }

  /// Shows the list again, or the items that meet the filter.
  mutating func clear(phase: SearchSessionState.Phase) {
    stop()
    asked = nil
    state.phase = phase
    state.selection = nil
    state.failure = nil
    if listsMatches { listMatches() } else { state.contents = .list }
  }

  /// Whether results take the place of the list while no text is typed.
  var listsMatches: Bool {
    configuration.query.match == .all && (state.filter != nil || state.sort != nil)
  }

  /// Lists the items that meet the filter if no text is typed. What is on screen stays until then.
  mutating func listMatches() {
    guard listsMatches, state.text.isBlank else { return }
    stop()
    isListing = true
    effects.append(.search(query, asks: nil, ticket: ticket))
  }

  /// The query for what is typed and chosen.
  var query: SearchQuery {
    var query = configuration.query
    query.text = state.text
    query.sections = state.scope.sections
    query.filter = state.filter
    query.sort = state.sort
    if configuration.learnsFromChoices { query.usesLearning = true }
    return query
  }

  mutating func search(asks question: SearchSessionAction.Question?) {
    stop()
    let query = query
    asked = query
    state.phase = .searching
    state.failure = nil
    effects.append(.search(query, asks: question, ticket: ticket))
  }

  /// Searches everywhere if all sections of the scope are gone, instead of showing no results in
  /// them.
  ///
  /// - Returns: whether it did.
  mutating func leaveLostScope(_ results: SearchResults) -> Bool {
    guard let sections = results.query.sections, !sections.isEmpty,
      sections.allSatisfy({ results.notes.contains(.unknownSection($0)) })
    else { return false }
    state.scope = configuration.scopes.first { $0.sections == nil } ?? .all
    suggest()
    if state.text.isBlank { listMatches() } else { search(asks: .scope(state.scope)) }
    return true
  }

  mutating func show(_ results: SearchResults) {
    if isListing { isListing = false } else { state.phase = .answered }
    state.failure = nil
    state.contents = .results(results)
  }

  /// Asks for suggestions while the text is short; otherwise clears them.
  mutating func suggest() {
    guard state.isActive, configuration.suggestions > 0,
      state.text.count <= configuration.suggestedTextLength
    else {
      dropSuggestions()
      return
    }
    suggestionTicket += 1
    effects.append(.suggest(state.text, scope: state.scope, ticket: suggestionTicket))
  }

  mutating func dropSuggestions() {
    suggestionTicket += 1
    state.suggestions = []
  }

  mutating func fadePlaceholder() {
    fadeTicket += 1
    let duration = configuration.appearance.placeholderFade
    guard state.isAnimated, duration > .zero else {
      state.placeholder = state.isActive ? .hidden : .shown
      return
    }
    state.placeholder = state.isActive ? .fadingOut : .fadingIn
    effects.append(.fade(duration, ticket: fadeTicket))
  }
}

extension String {
  /// Whether the text has nothing to search for.
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
