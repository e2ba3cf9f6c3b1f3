import Shortlist

extension BrowseModel {
  func handle(_ key: Key) throws(ShortlistError) {
    (warning, notice) = (nil, nil)
    switch key {
    case .click(let column, let row):
      filterLine = nil
      return try click(column: column, row: row)
    case .wheel(let notches, _, let row): return scroll(by: notches * 3, at: row)
    default: break
    }
    if let filterLine { return handle(key, in: filterLine) }
    switch sheet {
    case .detail(var detail):
      detail.handle(key, height: height)
      sheet = key == .escape || key == .enter ? nil : .detail(detail)
    case .chooser(var chooser):
      chooser.handle(key, height: height)
      switch key {
      case .enter: move(with: chooser)
      case .escape: sheet = nil
      default: sheet = .chooser(chooser)
      }
    case nil:
      switch focus {
      case .bar: try handleInBar(key)
      case .suggestion(let index): try handle(key, inSuggestion: index)
      case .rows: try handleInRows(key)
      }
    }
  }

  private func handleInBar(_ key: Key) throws(ShortlistError) {
    switch key {
    case .enter: submit()
    case .escape: cancel()
    case .tab: changeScope(by: 1)
    case .backTab: changeScope(by: -1)
    case .down where !state.suggestions.isEmpty && field.isEmpty: focus = .suggestion(0)
    case .down, .pageDown: enterRows()
    case .up, .pageUp: break
    case .right where field.after.isEmpty && completion != nil: takeCompletion()
    default: edit(key)
    }
  }

  private func handle(_ key: Key, inSuggestion index: Int) throws(ShortlistError) {
    switch key {
    case .up: focus = index > 0 ? .suggestion(index - 1) : .bar
    case .down:
      if index + 1 < state.suggestions.count { focus = .suggestion(index + 1) } else { enterRows() }
    case .enter: takeSuggestion(index)
    case .escape: cancel()
    default:
      focus = .bar
      try handleInBar(key)
    }
  }

  private func handleInRows(_ key: Key) throws(ShortlistError) {
    if let distance = key.distance(page: max(height - 1, 1), in: rows.count) {
      guard state.allowsSelection, state.allowsScrolling else { return }
      let former = cursor.row
      cursor.move(by: distance, in: rows, height: height)
      if key == .up, cursor.row == former { enterBar() }
      return
    }
    switch key {
    case .enter: try open()
    case .escape: if state.isActive { cancel() } else { enterBar() }
    case .tab: changeScope(by: 1)
    case .backTab: changeScope(by: -1)
    // They move the cursor in the bar, which does not have the focus.
    case .left, .right: break
    case .text("m"): try chooseSection()
    case .text("u"): undo()
    case .text("f"): if try !editFilter() { edit(key) }
    case .text("/"):
      enterBar()
      perform(.begin)
    default: edit(key)
    }
  }

  private func enterBar() {
    focus = .bar
    cursor.deselect()
    perform(.select(nil))
    if state.isActive { perform(.begin) }
  }

  /// Moves the focus from the bar to the rows.
  private func leaveBar() {
    focus = .rows
    if state.isFocused { perform(.unfocus) }
  }

  /// Moves the focus to the rows if one can be selected, or soon can: a first search still running
  /// selects one when it ends. With an overlay and no text, this is the touch that ends the search.
  private func enterRows() {
    if state.results == nil, state.isDimmed, field.isEmpty { perform(.touchOverlay) }
    if state.phase == .searching { leaveBar() }
    guard state.allowsSelection, rows.count > 0 else { return }
    leaveBar()
    if cursor.row == nil { cursor.move(by: 1, in: rows, height: height) }
  }

  private func edit(_ key: Key) {
    let text = field.text
    guard field.handle(key) else { return }
    if focus != .bar { enterBar() }
    if field.text != text { perform(.text(field.text)) }
  }

  /// Handles Enter in the bar: submits the search. Without text, begins or ends a search.
  private func submit() {
    guard !field.text.allSatisfy(\.isWhitespace) else {
      if state.isActive { cancel() } else { perform(.begin) }
      return
    }
    perform(.submit)
    focus = .rows
    if state.allowsSelection, cursor.row == nil { cursor.move(by: 1, in: rows, height: height) }
  }

  /// Ends the search: clears the text and shows the list again.
  private func cancel() {
    field.replace(with: "")
    focus = .bar
    perform(.cancel)
    cursor.deselect()
  }

  private func changeScope(by distance: Int) {
    guard !scopes.isEmpty else { return }
    let index = scopes.firstIndex { $0.sections == state.scope.sections } ?? 0
    chooseScope((index + distance + scopes.count) % scopes.count)
  }

  private func chooseScope(_ index: Int) {
    guard scopes.indices.contains(index) else { return }
    if !state.isActive { enterBar() }
    perform(.setActive(true, animated: true))
    perform(.scope(scopes[index]))
  }

  private func takeSuggestion(_ index: Int) {
    guard state.suggestions.indices.contains(index) else { return }
    let suggestion = state.suggestions[index]
    field.replace(with: suggestion.text)
    focus = .rows
    perform(.take(suggestion))
  }

  /// The completion shown after the cursor.
  var completion: Completion? {
    guard !field.isEmpty, field.after.isEmpty else { return nil }
    for case .completion(let completion) in state.suggestions { return completion }
    return nil
  }

  private func takeCompletion() {
    guard let completion else { return }
    field.replace(with: completion.text)
    perform(.text(field.text))
  }
}

// MARK: - The mouse

extension BrowseModel {
  private func click(column: Int, row: Int) throws(ShortlistError) {
    let found = targets.last { $0.rows.contains(row) && $0.columns.contains(column) }
    guard let target = found?.target else { return }
    if case .section(let index) = target {
      guard case .chooser(var chooser) = sheet else { return }
      guard chooser.chosen != index else { return move(with: chooser) }
      chooser.choose(index)
      sheet = .chooser(chooser)
      return
    }
    sheet = nil
    switch target {
    case .bar:
      enterBar()
      perform(.begin)
    case .clearButton:
      field.replace(with: "")
      focus = .bar
      perform(.text(""))
    case .cancelButton: cancel()
    case .overlay:
      perform(.touchOverlay)
      if !state.isActive { cancel() }
    case .scope(let index): chooseScope(index)
    case .filter: _ = try editFilter()
    case .suggestion(let index): takeSuggestion(index)
    case .row(let index):
      guard state.allowsSelection, rows.isChoosable(index) else { return }
      let wasChosen = focus == .rows && cursor.row == index
      leaveBar()
      cursor.select(index, in: rows, height: height)
      if case .more = try rows.row(index) { try open() } else if wasChosen { try open() }
    case .section: break
    }
  }

  private func scroll(by distance: Int, at row: Int) {
    switch sheet {
    case .detail(var detail):
      detail.scroll(by: distance)
      sheet = .detail(detail)
    case .chooser(var chooser):
      chooser.choose(chooser.chosen + distance.signum())
      sheet = .chooser(chooser)
    case nil:
      guard state.allowsScrolling else { return }
      cursor.scroll(by: distance, in: rows, height: height)
    }
  }
}
