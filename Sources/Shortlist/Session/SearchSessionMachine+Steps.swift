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
    clear(phase: .inactive)
    state.text = ""
    // The scope bar disappears with the search, so its scope must not narrow the next one unseen.
    state.scope = configuration.firstScope
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
    guard state.isActive else { return }
    suggest()
    // With `onSubmit`, a text that is still being edited waits for Search.
    guard !state.text.isBlank, configuration.trigger != .onSubmit || asked?.text == state.text
    else { return }
    search(asks: .scope(scope))
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
    if configuration.remembersSearches { effects.append(.remember(results.query.text)) }
    if configuration.learnsFromChoices {
      effects.append(.learn(id, text: results.query.text))
    }
  }

  mutating func refresh() {
    switch state.phase {
    case .answered where !isSupplied: search(asks: nil)
    case .searching: isOutdated = true
    default: break
    }
  }

  // MARK: Consequences

  /// Cancels the wait or the search.
  mutating func stop() {
    ticket += 1
    isOutdated = false
    isSupplied = false
    effects.append(.stop)
  }

  /// Shows the list again.
  mutating func clear(phase: SearchSessionState.Phase) {
    stop()
    asked = nil
    state.phase = phase
    state.contents = .list
    state.selection = nil
    state.failure = nil
  }

  mutating func search(asks question: SearchSessionAction.Question?) {
    stop()
    var query = configuration.query
    query.text = state.text
    query.sections = state.scope.sections
    if configuration.learnsFromChoices { query.usesLearning = true }
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
    search(asks: .scope(state.scope))
    return true
  }

  mutating func show(_ results: SearchResults) {
    state.phase = .answered
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
