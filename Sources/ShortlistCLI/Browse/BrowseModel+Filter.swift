import Shortlist

/// The line in which the filter of the list is edited.
struct FilterLine {
  private(set) var field = TextField()

  /// Starts with the text of the filter that applies.
  init(_ text: String) { field.replace(with: text) }

  /// Edits the text.
  mutating func handle(_ key: Key) { _ = field.handle(key) }

  /// The filter as typed; `nil` if nothing is.
  ///
  /// - Throws: ``ShortlistError/Code/invalidFilter`` with a sentence that says what is wrong.
  func filter() throws(ShortlistError) -> AttributeFilter? {
    guard !field.text.isBlank else { return nil }
    return try AttributeFilter(field.text)
  }
}

extension BrowseModel {
  /// Whether the list shows only some items, or all in another order.
  var isFiltered: Bool { state.filter != nil || state.sort != nil }

  /// Whether there is a line for the filter and the order.
  var showsFilter: Bool { isFiltered || filterLine != nil }

  /// Whether the rows for what is typed and chosen are still to come.
  var awaitsRows: Bool {
    guard state.text.allSatisfy(\.isWhitespace), isFiltered else {
      return state.phase == .searching
    }
    guard state.failure == nil else { return false }
    let query = state.results?.query
    return query?.text != state.text || query?.filter != state.filter || query?.sort != state.sort
      || query?.sections != state.scope.sections
  }

  /// Opens the line for the filter; returns `false` if the list has no attributes.
  func editFilter() throws(ShortlistError) -> Bool {
    if !isFiltered, try !repository.mayHaveAttributes() { return false }
    filterLine = FilterLine(filterText)
    return true
  }

  /// Handles a key in the line for the filter. A filter that cannot be read changes nothing.
  func handle(_ key: Key, in line: FilterLine) {
    var line = line
    switch key {
    case .escape: filterLine = nil
    case .enter:
      do throws(ShortlistError) {
        let filter = try line.filter()
        filterLine = nil
        filterText = filter == nil ? "" : String(line.field.text.trimmingSpaces())
        perform(.filter(filter))
        // The whole list is back, and has the focus.
        if state.results == nil, state.isListDimmed, field.isEmpty { perform(.touchOverlay) }
      } catch {
        warning = error.message
      }
    default:
      line.handle(key)
      filterLine = line
    }
  }

  /// Draws the filter and the order, or the line to edit the filter in.
  func drawFilter(on screen: inout Screen, row: Int) {
    var line = CellLine(limit: screen.columns)
    line.append("  Filter  ", theme.faint)
    if let filterLine {
      let room = screen.columns - line.width
      let (text, cursor) = filterLine.field.visible(width: room)
      screen.cursor =
        room > 0 ? Screen.Place(column: line.width + min(cursor, room - 1), row: row) : nil
      if filterLine.field.isEmpty {
        line.append("continent = Europe AND year >= 2010", theme.placeholder)
      } else {
        line.append(text)
      }
    } else {
      targets.append((row..<row + 1, 0..<screen.columns, .filter))
      line.append(state.filter == nil ? "none" : filterText, theme.tint)
      if let sort = state.sort { line.append("  sorted by \(sort)", theme.faint) }
    }
    line.fill(to: screen.columns)
    screen.put(line, row: row)
  }
}
