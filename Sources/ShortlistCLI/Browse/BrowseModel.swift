import Shortlist

/// What `browse` shows, and what each key does: everything but the terminal.
///
/// The state of the search is the session's; here is what a session leaves to a view: where the
/// cursor is in the text, which row is chosen, what lies above the list.
final class BrowseModel {
  /// What takes the keys.
  enum Focus: Equatable {
    case bar
    case rows
    /// One of the suggestions.
    case suggestion(Int)
  }

  /// What covers the list.
  enum Sheet {
    case detail(DetailSheet)
    case chooser(SectionChooser)
  }

  let theme: BrowseTheme
  /// Whether items can be moved.
  let isReadOnly: Bool
  let repository: BlockingItemRepository
  let configuration: SearchSessionConfiguration
  /// Hands an event to the session, and gives the state after it.
  private let send: (SearchSessionEvent) -> SearchSessionState

  private(set) var state: SearchSessionState
  private(set) var field = TextField()
  private(set) var focus = Focus.bar
  var sheet: Sheet?
  /// What went wrong, until the next key.
  private(set) var warning: String?
  /// How many rows of the list were in sight when it was last drawn.
  var height = 1

  private(set) var list: ListRows
  private(set) var listCursor = ListCursor()
  private var shownResults: SearchResults?
  private(set) var results: ResultRows?
  private(set) var resultsCursor = ListCursor()

  init(
    _ repository: BlockingItemRepository, configuration: SearchSessionConfiguration,
    state: SearchSessionState, isReadOnly: Bool, theme: BrowseTheme,
    send: @escaping (SearchSessionEvent) -> SearchSessionState
  ) throws(ShortlistError) {
    self.repository = repository
    self.configuration = configuration
    self.state = state
    self.isReadOnly = isReadOnly
    self.theme = theme
    self.send = send
    list = try ListRows(repository)
  }

  /// The rows that can be chosen from: results, or the list.
  var rows: any BrowseRows { results ?? list }

  /// Which of them is.
  var cursor: ListCursor {
    get { results == nil ? listCursor : resultsCursor }
    set { if results == nil { listCursor = newValue } else { resultsCursor = newValue } }
  }

  /// What the scope bar offers: all, and each section.
  var scopes: [SearchSessionScope] {
    guard list.sections.count > 1 else { return [] }
    return [.all]
      + list.sections.map { SearchSessionScope(title: $0.section.title, sections: [$0.id]) }
  }
}

// MARK: - News

extension BrowseModel {
  /// Takes in what the session has come to.
  func update(_ state: SearchSessionState) {
    guard state.revision > self.state.revision else { return }
    self.state = state
    if case .suggestion(let index) = focus, index >= state.suggestions.count { focus = .bar }
    let new = state.results
    if new != shownResults { show(new) }
    if state.isDimmed { cursor.deselect() }
  }

  /// Takes in that the items have changed.
  func itemsChanged() throws(ShortlistError) {
    let chosen = try listCursor.row.flatMap { row throws(ShortlistError) in
      try list.row(row)?.item.map { (id: $0.id, row: row) }
    }
    list = try ListRows(repository)
    if let chosen {
      let row = try list.index(of: chosen.id, near: chosen.row)
      listCursor.select(row ?? chosen.row, height: height)
    }
    listCursor.clamp(to: list, height: height)
    perform(.refresh)
  }

  private func show(_ new: SearchResults?) {
    let isSameQuestion = new != nil && new?.query == shownResults?.query
    let chosen = resultsCursor.row.flatMap { results?.row($0)?.item?.id }
    shownResults = new
    results = new.map(ResultRows.init)
    guard let results else { return }
    // The same question again: the items have changed, and who looks at one goes on looking.
    if isSameQuestion {
      let row = resultsCursor.row
      resultsCursor.select(
        chosen.flatMap { results.index(of: $0, near: 0) } ?? row, height: height)
      resultsCursor.clamp(to: results, height: height)
    } else {
      resultsCursor = ListCursor()
      if focus == .rows { resultsCursor.move(by: 1, in: results, height: height) }
    }
  }

  private func perform(_ event: SearchSessionEvent) {
    update(send(event))
  }
}

// MARK: - Keys

extension BrowseModel {
  /// Takes in a key.
  func handle(_ key: Key) throws(ShortlistError) {
    warning = nil
    switch sheet {
    case .detail(var detail):
      detail.handle(key, height: height)
      sheet = key == .escape || key == .enter ? nil : .detail(detail)
    case .chooser(var chooser):
      chooser.handle(key, height: height)
      switch key {
      case .enter:
        sheet = nil
        move(with: chooser)
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
    case .enter:
      let suggestion = state.suggestions[index]
      field.replace(with: suggestion.text)
      focus = .rows
      perform(.take(suggestion))
    case .escape: cancel()
    default:
      focus = .bar
      try handleInBar(key)
    }
  }

  private func handleInRows(_ key: Key) throws(ShortlistError) {
    switch key {
    case .up, .down, .pageUp, .pageDown, .home, .end: moveInRows(key)
    case .enter: try open()
    case .escape: if state.isActive { cancel() } else { enterBar() }
    case .tab, .right: changeScope(by: 1)
    case .backTab, .left: changeScope(by: -1)
    case .text("m"): try chooseSection()
    case .text("/"):
      enterBar()
      perform(.begin)
    default: edit(key)
    }
  }

  private func moveInRows(_ key: Key) {
    guard state.allowsSelection, state.allowsScrolling else { return }
    let former = cursor.row
    switch key {
    case .up:
      cursor.move(by: -1, in: rows, height: height)
      if cursor.row == former { enterBar() }
    case .down: cursor.move(by: 1, in: rows, height: height)
    case .pageUp: cursor.move(by: -max(height - 1, 1), in: rows, height: height)
    case .pageDown: cursor.move(by: max(height - 1, 1), in: rows, height: height)
    case .home: cursor.move(by: -rows.count, in: rows, height: height)
    default: cursor.move(by: rows.count, in: rows, height: height)
    }
  }

  /// Gives the keys to the bar.
  private func enterBar() {
    focus = .bar
    cursor.deselect()
    perform(.select(nil))
  }

  /// Gives the keys to the list, if rows can be chosen, or soon can: a first search that is under way
  /// chooses one when it is done. On an overlay without a text, this is the touch that ends the search.
  private func enterRows() {
    if state.results == nil, state.isDimmed, field.isEmpty { perform(.touchOverlay) }
    if state.phase == .searching { focus = .rows }
    guard state.allowsSelection, rows.count > 0 else { return }
    focus = .rows
    if cursor.row == nil { cursor.move(by: 1, in: rows, height: height) }
  }

  private func edit(_ key: Key) {
    let text = field.text
    guard field.handle(key) else { return }
    if focus != .bar { enterBar() }
    if field.text != text { perform(.text(field.text)) }
  }

  /// Enter in the bar: Search. Without a text it begins a search, or is Done.
  private func submit() {
    guard !field.text.allSatisfy(\.isWhitespace) else {
      if state.isActive { cancel() } else { perform(.begin) }
      return
    }
    perform(.submit)
    focus = .rows
    if state.allowsSelection, cursor.row == nil { cursor.move(by: 1, in: rows, height: height) }
  }

  /// Ends the search: the text is empty, the list is back.
  private func cancel() {
    field.replace(with: "")
    focus = .bar
    perform(.cancel)
    cursor.deselect()
  }

  private func changeScope(by distance: Int) {
    let scopes = scopes
    guard !scopes.isEmpty else { return }
    perform(.begin)
    let index = scopes.firstIndex { $0.sections == state.scope.sections } ?? 0
    perform(.scope(scopes[(index + distance + scopes.count) % scopes.count]))
  }

  /// What the text may be made, shown behind the cursor.
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

// MARK: - Items

extension BrowseModel {
  /// The item of the row that is chosen, and how it was found.
  private func chosen() throws(ShortlistError) -> (item: Item, hit: Hit?)? {
    guard state.allowsSelection, let row = cursor.row, let found = try rows.row(row) else {
      return nil
    }
    if case .hit(let hit, _) = found { return (hit.item, hit) }
    return found.item.map { ($0, nil) }
  }

  private func open() throws(ShortlistError) {
    guard let (item, hit) = try chosen() else { return }
    perform(.select(item.id))
    sheet = .detail(DetailSheet(item: item, hit: hit, sectionTitle: title(of: item.section)))
  }

  private func chooseSection() throws(ShortlistError) {
    guard let (item, _) = try chosen() else { return }
    guard !isReadOnly else {
      warning = "The list was opened for reading only."
      return
    }
    sheet = .chooser(SectionChooser(for: item, among: list.sections.map(\.section)))
  }

  private func move(with chooser: SectionChooser) {
    guard let section = chooser.section, section.id != chooser.item.section else { return }
    do throws(ShortlistError) {
      try repository.move([chooser.item.id], to: section.id)
    } catch {
      warning = error.message
    }
  }

  func title(of section: ItemSection.ID) -> String {
    list.sections.first { $0.id == section }?.section.title ?? section.rawValue
  }
}
