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

  enum Sheet {
    case detail(DetailSheet)
    case chooser(SectionChooser)
  }

  enum Target: Equatable {
    case bar, clearButton, cancelButton
    case overlay
    case scope(Int)
    case filter
    case row(Int)
    case suggestion(Int)
    /// A row of the chooser.
    case section(Int)
  }

  let theme: BrowseTheme
  let isReadOnly: Bool
  let repository: any ReadableList
  let configuration: SearchSessionConfiguration
  /// Sends an event to the session and returns the resulting state.
  private let send: (SearchSessionEvent) -> SearchSessionState

  private(set) var state: SearchSessionState
  var field = TextField()
  var focus = Focus.bar
  var sheet: Sheet?
  /// The line in which the filter is being edited.
  var filterLine: FilterLine?
  /// The text of the filter that applies, as it was typed.
  var filterText: String
  /// An error message, shown until the next key.
  var warning: String?
  /// A confirmation, shown until the next key.
  var notice: String?
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
  /// The items whose moves can be undone, as they were, each with the index it was moved from. The
  /// most recent move is last.
  var moves: [(item: Item, index: Int?)] = []

  init(
    _ repository: any ReadableList, configuration: SearchSessionConfiguration,
    state: SearchSessionState, isReadOnly: Bool, theme: BrowseTheme, filterText: String = "",
    send: @escaping (SearchSessionEvent) -> SearchSessionState
  ) throws(ShortlistError) {
    self.repository = repository
    self.configuration = configuration
    self.state = state
    self.isReadOnly = isReadOnly
    self.theme = theme
    self.filterText = filterText
    self.send = send
    list = try ListRows(repository)
  }

  /// The rows to select from: the results, or otherwise the list. What a filter leaves of it always
  /// comes as results.
  var rows: any BrowseRows {
    if let results { return results }
    return isFiltered ? ResultRows.none : list
  }

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
  func showMore(of section: ItemSection.ID?) {
    guard let shownResults, let results else { return }
    limits[section] = results.hits(of: section) + Self.moreHits
    self.results = ResultRows(shownResults, longer: longerResults(than: shownResults))
    // The first new hit takes the place of the row that was opened.
    guard let results = self.results else { return }
    resultsCursor.clamp(to: results, height: height)
  }

  /// The number of hits that each expansion adds.
  private static let moreHits = 200

  func perform(_ event: SearchSessionEvent) {
    update(send(event))
  }
}
