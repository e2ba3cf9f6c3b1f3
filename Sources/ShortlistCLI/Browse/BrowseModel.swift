import Shortlist

/// The model of `browse`: its contents and the effect of each key, independent of the terminal.
///
/// The session owns the state of the search. The model holds what a session leaves to a view: the
/// text cursor, the selected row, and the sheet over the list.
final class BrowseModel {
  /// The part that receives the keys.
  enum Focus: Equatable {
    case bar
    case rows
    /// A suggestion, by its index.
    case suggestion(Int)
  }

  /// A sheet that covers the list.
  enum Sheet {
    case detail(DetailSheet)
    case chooser(SectionChooser)
  }

  /// The target of a click.
  enum Target: Equatable {
    case bar, clearButton, cancelButton
    /// The overlay on the list.
    case overlay
    case scope(Int)
    /// A row of the results or the list.
    case row(Int)
    case suggestion(Int)
    /// A row of the chooser.
    case section(Int)
  }

  /// A move that can be undone.
  private struct Move {
    let item: Item
    /// The index it was moved from.
    let index: Int?
  }

  let theme: BrowseTheme
  /// Whether moving items is disabled.
  let isReadOnly: Bool
  let repository: BlockingItemRepository
  let configuration: SearchSessionConfiguration
  /// Sends an event to the session and returns the resulting state.
  private let send: (SearchSessionEvent) -> SearchSessionState

  private(set) var state: SearchSessionState
  private(set) var field = TextField()
  private(set) var focus = Focus.bar
  var sheet: Sheet?
  /// An error message, shown until the next key.
  private(set) var warning: String?
  /// A confirmation, shown until the next key.
  private(set) var notice: String?
  /// The number of rows of the list that were visible when it was last drawn.
  var height = 1
  /// The click targets, as last drawn. Later ones cover earlier ones.
  var targets: [(rows: Range<Int>, columns: Range<Int>, target: Target)] = []

  private(set) var list: ListRows
  private(set) var listCursor = ListCursor()
  private var shownResults: SearchResults?
  private(set) var results: ResultRows?
  private(set) var resultsCursor = ListCursor()
  /// The number of hits requested of each expanded section; under `nil`, of an expanded flat list.
  private var limits: [ItemSection.ID?: Int] = [:]
  /// The moves that can be undone, the most recent last.
  private var moves: [Move] = []

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

  /// The rows to select from: the results, or otherwise the list.
  var rows: any BrowseRows { results ?? list }

  /// The cursor of ``rows``.
  var cursor: ListCursor {
    get { results == nil ? listCursor : resultsCursor }
    set { if results == nil { listCursor = newValue } else { resultsCursor = newValue } }
  }

  /// The scopes in the scope bar: all, then each section.
  var scopes: [SearchSessionScope] { list.scopes }

  /// The selected row, if the rows have the focus and allow selection.
  var chosenRow: BrowseRow? {
    guard focus == .rows, state.allowsSelection, let row = cursor.row else { return nil }
    return try? rows.row(row)
  }

  /// Whether there is a move to undo.
  var canUndo: Bool { !moves.isEmpty }

  /// Whether the list can get the focus: it has a row to select, may soon have one, or has an
  /// overlay that a touch dismisses.
  var canEnterRows: Bool {
    if state.results == nil, state.isDimmed { return field.isEmpty || state.phase == .searching }
    return state.allowsSelection && rows.count > 0
  }
}

// MARK: - Updates

extension BrowseModel {
  /// Applies a new state of the session.
  func update(_ state: SearchSessionState) {
    guard state.revision > self.state.revision else { return }
    self.state = state
    if case .suggestion(let index) = focus, index >= state.suggestions.count { focus = .bar }
    let new = state.results
    if new != shownResults { show(new) }
    if state.isDimmed { cursor.deselect() }
  }

  /// Reloads the list after the items have changed.
  func itemsChanged() throws(ShortlistError) {
    let chosen = try listCursor.row.flatMap { row throws(ShortlistError) in
      try list.row(row)?.item.map { (id: $0.id, row: row) }
    }
    list = try ListRows(repository)
    if let chosen {
      let row = try list.index(of: chosen.id, near: chosen.row)
      listCursor.select(row ?? chosen.row, in: list, height: height)
    }
    listCursor.clamp(to: list, height: height)
    perform(.refresh)
  }

  private func show(_ new: SearchResults?) {
    let isSameQuestion = new != nil && new?.query == shownResults?.query
    let chosen = resultsCursor.row.flatMap { results?.row($0)?.item?.id }
    shownResults = new
    if !isSameQuestion { limits = [:] }
    results = new.map { ResultRows($0, longer: longerResults(than: $0)) }
    guard let results else { return }
    // The same query again, because the items have changed: keep the selected item.
    if isSameQuestion {
      let row = resultsCursor.row
      resultsCursor.select(
        chosen.flatMap { results.index(of: $0, near: 0) } ?? row, in: results, height: height)
      resultsCursor.clamp(to: results, height: height)
    } else {
      resultsCursor = ListCursor()
      if focus == .rows { resultsCursor.move(by: 1, in: results, height: height) }
    }
  }

  /// Results with higher limits for the expanded sections, which replace those of the session.
  private func longerResults(than results: SearchResults) -> [ItemSection.ID?: SearchResults] {
    var longer: [ItemSection.ID?: SearchResults] = [:]
    for (section, limit) in limits {
      var query = results.query
      query.limit = limit
      // The row that expands a section shows how many more hits there are.
      if case .bounded(let count) = query.totals { query.totals = .bounded(max(count, limit * 2)) }
      if let section { query.sections = [section] }
      do throws(ShortlistError) {
        longer[section] = try repository.search(query)
      } catch {
        warning = error.message
      }
    }
    return longer
  }

  /// Shows more hits of a section, or of a flat list.
  private func showMore(of section: ItemSection.ID?) {
    guard let shownResults, let results else { return }
    limits[section] = results.hits(of: section) + Self.moreHits
    self.results = ResultRows(shownResults, longer: longerResults(than: shownResults))
    // The first new hit takes the place of the row that was opened.
    guard let results = self.results else { return }
    resultsCursor.clamp(to: results, height: height)
  }

  /// The number of hits that each expansion adds.
  private static let moreHits = 200

  private func perform(_ event: SearchSessionEvent) {
    update(send(event))
  }
}

// MARK: - Keys

extension BrowseModel {
  /// Handles a key.
  func handle(_ key: Key) throws(ShortlistError) {
    (warning, notice) = (nil, nil)
    switch key {
    case .click(let column, let row): return try click(column: column, row: row)
    case .wheel(let notches, _, let row): return scroll(by: notches * 3, at: row)
    default: break
    }
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
    case .text("/"):
      enterBar()
      perform(.begin)
    default: edit(key)
    }
  }

  /// Moves the focus to the bar.
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

// MARK: - Items

extension BrowseModel {
  /// The item in the selected row and, in search results, its hit.
  private func chosen() throws(ShortlistError) -> (item: Item, hit: Hit?)? {
    guard state.allowsSelection, let row = cursor.row, let found = try rows.row(row) else {
      return nil
    }
    if case .hit(let hit, _) = found { return (hit.item, hit) }
    return found.item.map { ($0, nil) }
  }

  private func open() throws(ShortlistError) {
    if case .more(_, let section) = chosenRow { return showMore(of: section) }
    guard let (item, hit) = try chosen() else { return }
    perform(.select(item.id))
    if let results = state.results, hit != nil, state.selection != item.id,
      configuration.remembersSearches
    {
      // A hit from an expanded section, which the session does not know.
      try? repository.rememberSearch(results.query.text)
    }
    sheet = .detail(DetailSheet(item: item, hit: hit, sectionTitle: title(of: item.section)))
  }

  private func chooseSection() throws(ShortlistError) {
    guard let (item, _) = try chosen() else { return }
    guard !isReadOnly else {
      warning = "The list was opened read-only."
      return
    }
    sheet = .chooser(SectionChooser(for: item, among: list.sections.map(\.section)))
  }

  private func move(with chooser: SectionChooser) {
    sheet = nil
    guard chooser.moves, let target = chooser.target else { return }
    do throws(ShortlistError) {
      let index = try repository.index(of: chooser.item.id)
      let section = try section(for: target)
      try repository.move([chooser.item.id], to: section.id)
      moves.append(Move(item: chooser.item, index: index))
      notice = "Moved to \(TerminalText.shown(section.title))."
    } catch {
      warning = error.message
    }
  }

  /// The chosen section, created if it is new.
  private func section(for target: SectionChooser.Target) throws(ShortlistError) -> ItemSection {
    let title: String
    switch target {
    case .section(let section): return section
    case .new(let new): title = new
    }
    let sections = try repository.sections().map(\.section)
    // It may have been created in the meantime, or another section may have the title as its id.
    if let section = sections.first(where: { $0.title == title }) { return section }
    let ids = Set(sections.map(\.id.rawValue))
    var id = title
    var number = 2
    while ids.contains(id) {
      id = "\(title) \(number)"
      number += 1
    }
    let section = ItemSection(id: ItemSection.ID(id), title: title)
    try repository.createSection(section)
    return section
  }

  /// Moves the last item that was moved back to its place.
  private func undo() {
    guard let move = moves.popLast() else {
      warning = "There is no move to undo."
      return
    }
    do throws(ShortlistError) {
      guard try repository.sections().contains(where: { $0.id == move.item.section }) else {
        warning = "The section it was moved from no longer exists."
        return
      }
      try repository.move([move.item.id], to: move.item.section, at: move.index)
      notice = "Moved back to \(TerminalText.shown(title(of: move.item.section)))."
    } catch {
      warning = error.message
    }
  }

  func title(of section: ItemSection.ID) -> String {
    list.sections.first { $0.id == section }?.section.title ?? section.rawValue
  }
}
