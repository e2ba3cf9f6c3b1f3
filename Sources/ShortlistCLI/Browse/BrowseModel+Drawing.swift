import Shortlist

extension BrowseModel {
  /// Draws everything on a screen of the given size.
  func draw(columns: Int, rows: Int) throws(ShortlistError) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    let layout = BrowseLayout(
      columns: columns, rows: rows, theme: theme, hasFilter: showsFilter)
    targets = []
    if !layout.bar.isEmpty { drawBar(on: &screen, layout) }
    if let row = layout.scopes {
      drawScopes(on: &screen, row: row, column: layout.barColumns.lowerBound)
    }
    let area = layout.contents
    height = max(area.count, 1)
    switch sheet {
    case .detail(var detail):
      screen.cursor = nil
      detail.draw(on: &screen, rows: area, theme: theme)
      sheet = .detail(detail)
    case .chooser(let chooser):
      screen.cursor = nil
      for (row, index) in chooser.draw(on: &screen, rows: area, theme: theme) {
        targets.append((row..<row + 1, 0..<columns, .section(index)))
      }
    case nil: try drawContents(on: &screen, rows: area)
    }
    drawStatus(on: &screen, row: layout.status)
    // On the smallest screen, the line to edit the filter in covers the last row.
    if let row = layout.filter ?? (filterLine == nil ? nil : rows - 1) {
      drawFilter(on: &screen, row: row)
    }
    return screen
  }

  // MARK: The bar

  private func drawBar(on screen: inout Screen, _ layout: BrowseLayout) {
    let rows = layout.bar
    let start = layout.barColumns.lowerBound
    var end = layout.barColumns.upperBound
    let middle = rows.lowerBound + rows.count / 2
    if state.showsCancelButton {
      var cancel = CellLine(limit: max(screen.columns / 3, 0))
      cancel.append(theme.appearance.cancelLabel, theme.tint)
      // If there is no room for both, the text has priority.
      if end - cancel.width - 2 - start >= Self.leastBar {
        end -= cancel.width + 1
        screen.put(cancel, column: end, row: middle)
        targets.append((rows, end..<end + cancel.width, .cancelButton))
        end -= 1
      }
    }
    drawFrame(on: &screen, rows: rows, columns: start..<max(end, start))
    targets.append((rows, start..<max(end, start), .bar))
    let room = max(end - start - 2, 0)
    let insets = theme.textInsets
    let leading = min(insets.leading, max(room - Self.leastText, 0) / 2)
    var width = room - leading - min(insets.trailing, max(room - Self.leastText, 0) / 2)
    let column = start + 1 + leading
    if state.showsClearButton, width > Self.leastText {
      width -= 2
      var clear = CellLine(limit: 1)
      clear.append("×", theme.placeholder)
      screen.put(clear, column: column + width + 1, row: middle)
      targets.append((rows, column + width + 1..<column + width + 2, .clearButton))
    }
    var line = CellLine(limit: width)
    let (text, cursor) = field.visible(width: width)
    if field.isEmpty {
      switch state.placeholder {
      case .hidden: break
      case .shown: line.append(theme.appearance.placeholder, theme.placeholder)
      case .fadingIn, .fadingOut:
        line.append(theme.appearance.placeholder, theme.fadingPlaceholder)
      }
    } else {
      line.append(text, theme.text)
      if let completion { line.append(completion.added, theme.placeholder) }
    }
    line.fill(to: width, theme.text)
    screen.put(line, column: column, row: middle)
    guard focus == .bar, column + cursor < screen.columns else { return }
    screen.cursor = Screen.Place(column: column + cursor, row: middle)
  }

  /// Cancel is hidden if it would leave the bar fewer columns than this.
  private static let leastBar = 12
  /// Insets and the clear button are hidden if they would leave the text fewer columns than this.
  private static let leastText = 4

  /// Draws a frame around three or more rows, and brackets around fewer.
  private func drawFrame(on screen: inout Screen, rows: Range<Int>, columns: Range<Int>) {
    let edge = String(repeating: "─", count: max(columns.count - 2, 0))
    for row in rows {
      var line = CellLine(limit: columns.count)
      if rows.count < 3 {
        line.append("[", theme.frame)
        line.fill(to: columns.count - 1, theme.text)
        line.append("]", theme.frame)
      } else if row == rows.lowerBound {
        line.append("╭" + edge + "╮", theme.frame)
      } else if row == rows.upperBound - 1 {
        line.append("╰" + edge + "╯", theme.frame)
      } else {
        line.append("│", theme.frame)
        line.fill(to: columns.count - 1, theme.text)
        line.append("│", theme.frame)
      }
      screen.put(line, column: columns.lowerBound, row: row)
    }
  }

  private func drawScopes(on screen: inout Screen, row: Int, column: Int) {
    guard state.isActive else { return }
    let scopes = scopes
    let chosen = scopes.firstIndex { $0.sections == state.scope.sections } ?? 0
    // Show as many scopes before the selected one as keep it visible.
    var first = chosen
    var width = scopes.isEmpty ? 0 : CellWidth.width(of: TerminalText.shown(scopes[chosen].title))
    while first > 0 {
      width += CellWidth.width(of: TerminalText.shown(scopes[first - 1].title)) + 2
      guard width < screen.columns - 4 - column else { break }
      first -= 1
    }
    var line = CellLine(limit: screen.columns - column)
    line.append(first > 0 ? "‹ " : "  ", theme.faint)
    for (index, scope) in scopes.enumerated().dropFirst(first) where !line.isCut {
      var style = index == chosen ? theme.tint : theme.faint
      style.isUnderlined = index == chosen
      let start = line.width
      line.append(scope.title, style)
      targets.append((row..<row + 1, column + start..<column + line.width, .scope(index)))
      line.append("  ")
    }
    screen.put(line, column: column, row: row)
  }

  // MARK: The list

  private func drawContents(on screen: inout Screen, rows area: Range<Int>) throws(ShortlistError) {
    if results != nil, configuration.presentation == .ownResults {
      try drawList(on: &screen, rows: area)
      try drawOwnResults(on: &screen, rows: area)
    } else if results == nil, state.isListDimmed {
      try drawList(on: &screen, rows: area)
    } else {
      try drawRows(on: &screen, rows: area, columns: 0..<screen.columns)
      if rows.count == 0, !isFiltered || results != nil {
        drawNothing(on: &screen, row: area.lowerBound)
      }
    }
    if field.isEmpty { drawSuggestions(on: &screen, rows: area) }
  }

  /// Draws the list, and the overlay if it is dimmed.
  private func drawList(on screen: inout Screen, rows area: Range<Int>) throws(ShortlistError) {
    let top = listCursor.top(in: list, height: area.count)
    for (row, index) in zip(area, top..<max(top, list.count)) {
      try draw(list.row(index), index == listCursor.row, on: &screen, row, 0..<screen.columns)
    }
    guard state.isListDimmed else { return }
    targets.append((area, 0..<screen.columns, .overlay))
    for row in area {
      if theme.covered(.plain) == nil {
        var line = CellLine(limit: screen.columns)
        line.fill(to: screen.columns, theme.opaqueOverlay)
        screen.put(line, row: row)
      } else {
        screen.restyle(row: row) { $0 = theme.covered($0) ?? $0 }
      }
    }
  }

  /// Draws the rows to select from.
  private func drawRows(
    on screen: inout Screen, rows area: Range<Int>, columns: Range<Int>
  ) throws(ShortlistError) {
    let top = cursor.top(in: rows, height: area.count)
    for (row, index) in zip(area, top..<max(top, rows.count)) {
      targets.append((row..<row + 1, columns, .row(index)))
      try draw(rows.row(index), index == cursor.row, on: &screen, row, columns)
      if state.isDimmed { screen.restyle(row: row, columns: columns) { $0 = $0.dimmed } }
    }
  }

  private func draw(
    _ shown: BrowseRow?, _ isAtCursor: Bool, on screen: inout Screen, _ row: Int,
    _ columns: Range<Int>
  ) {
    guard let shown else { return }
    let isChosen = isAtCursor && focus == .rows
    var line = CellLine(limit: columns.count)
    switch shown {
    case .heading(let title, let count):
      line.append(title, theme.heading)
      line.append("  " + count, theme.faint)
    case .item(let item):
      line.append(isChosen ? "› " : "  ")
      line.append(item.title)
      if !item.subtitle.isEmpty {
        line.append("  ")
        line.append(item.subtitle, theme.faint)
      }
    case .hit(let hit, let namesSection):
      line.append(isChosen ? "› " : "  ")
      line.append(hit.item.title, matching: hit.ranges(in: .title), theme.match)
      for (text, ranges) in hit.details {
        line.append("  ")
        line.append(text, theme.faint, matching: ranges, theme.match)
      }
      if namesSection {
        line.append("  ")
        line.append(title(of: hit.item.section), theme.faint)
      }
    case .snippet(let snippet):
      line.append("    ")
      line.append(snippet.text, theme.faint, matching: snippet.ranges, theme.match)
    case .more(let text, _): line.append((isChosen ? "› " : "  ") + text, theme.faint)
    }
    line.fill(to: columns.count)
    screen.put(line, column: columns.lowerBound, row: row)
    if isChosen { screen.restyle(row: row, columns: columns) { $0.isReversed = true } }
  }

  /// Draws the results in a frame of their own over the list.
  private func drawOwnResults(on screen: inout Screen, rows area: Range<Int>)
    throws(ShortlistError)
  {
    let margin = min(4, screen.columns / 8)
    var inside = area
    var middle = 0..<screen.columns
    // The list stays visible below. If there is little room, the frame is left out.
    if area.count >= Self.leastFramedArea, screen.columns - 2 * margin > 4 {
      let inner = min(max(rows.count, 1), area.count - 4)
      let frame = area.lowerBound..<area.lowerBound + inner + 2
      let columns = margin..<screen.columns - margin
      drawFrame(on: &screen, rows: frame, columns: columns)
      inside = frame.lowerBound + 1..<frame.upperBound - 1
      middle = columns.lowerBound + 1..<columns.upperBound - 1
    } else {
      inside = area.prefix(max(rows.count, 1))
      for row in inside {
        var line = CellLine(limit: screen.columns)
        line.fill(to: screen.columns)
        screen.put(line, row: row)
      }
    }
    height = max(inside.count, 1)
    try drawRows(on: &screen, rows: inside, columns: middle)
    if rows.count == 0 {
      drawNothing(on: &screen, row: inside.lowerBound, column: middle.lowerBound + 1)
    }
  }

  /// Frames over the list need a list of at least this many rows.
  private static let leastFramedArea = 7

  private func drawNothing(on screen: inout Screen, row: Int, column: Int = 2) {
    var line = CellLine(limit: screen.columns - column)
    line.append(results == nil ? "The list is empty." : "Nothing found.", theme.faint)
    screen.put(line, column: column, row: row)
  }

  private func drawSuggestions(on screen: inout Screen, rows area: Range<Int>) {
    guard !state.suggestions.isEmpty else { return }
    let titles = state.suggestions.map { TerminalText.shown($0.text) }
    let width = min(
      (titles.map { CellWidth.width(of: $0) }.max() ?? 0) + 6, max(screen.columns - 4, 0))
    let columns = 1..<1 + width
    // A small area has no room for a frame.
    let isFramed = area.count >= Self.leastFramedArea
    let rows = area.prefix(titles.count + (isFramed ? 2 : 0))
    if isFramed { drawFrame(on: &screen, rows: rows, columns: columns) }
    let inside = isFramed ? rows.dropFirst().dropLast() : rows
    // Keep the selected suggestion visible.
    var first = 0
    if case .suggestion(let index) = focus { first = max(0, index - inside.count + 1) }
    for (row, index) in zip(inside, first..<max(first, titles.count)) {
      targets.append((row..<row + 1, columns, .suggestion(index)))
      let isChosen = focus == .suggestion(index)
      var line = CellLine(limit: width - 2)
      line.append(isChosen ? "› " : "  ")
      line.append(titles[index])
      line.fill(to: width - 2)
      screen.put(line, column: 2, row: row)
      if isChosen { screen.restyle(row: row, columns: 2..<width) { $0.isReversed = true } }
    }
  }

  // MARK: The status line

  /// Draws the status line. If there is no room for one, an error still covers the last row.
  private func drawStatus(on screen: inout Screen, row: Int?) {
    let problem = warning ?? state.failure?.message
    guard let row = row ?? (problem == nil ? nil : screen.rows - 1) else { return }
    var news = CellLine(limit: screen.columns)
    if let problem {
      news.append(problem, theme.warning)
    } else if let notice {
      news.append(notice, theme.faint)
    } else if sheet == nil, let results = state.results {
      if let corrected = results.correctedText {
        news.append("Showing results for “\(corrected)”  ", theme.faint)
      }
      for note in results.notes { news.append(note.sentence + "  ", theme.faint) }
      news.append(results.total.shown + (results.total == .exactly(1) ? " match" : " matches"))
    }
    let columns = max(screen.columns - news.width - 1, 0)
    var line = CellLine(limit: columns)
    // Show as many whole hints as fit.
    var hints = hints
    while hints.count > 1, CellWidth.width(of: hints.joined(separator: "  ")) > columns {
      hints.remove(at: hints.count - 2)
    }
    if let text = hints.first, CellWidth.width(of: text) <= columns {
      line.append(hints.joined(separator: "  "), theme.faint)
    }
    line.fill(to: screen.columns - news.width)
    screen.put(line, row: row)
    screen.put(news, column: screen.columns - news.width, row: row)
  }

  /// Hints for the keys that do something now, the most useful first.
  var hints: [String] {
    let keys =
      switch sheet {
      case _ where filterLine != nil: ["⏎ apply", "esc cancel"]
      case .detail(let detail): ["esc back"] + (detail.fits ? [] : ["↑↓ scroll"])
      case .chooser(let chooser): hints(in: chooser)
      case nil: focus == .rows ? hintsInRows : hintsInBar
      }
    return keys + ["^C quit"]
  }

  private func hints(in chooser: SectionChooser) -> [String] {
    var hints: [String] = []
    switch chooser.target {
    case .section where chooser.moves: hints.append("⏎ move here")
    case .new: hints.append("⏎ create it and move here")
    case .section, nil: break
    }
    if chooser.count > 1 { hints.append("↑↓ choose") }
    return hints + ["esc cancel", "type a title"]
  }

  private var hintsInRows: [String] {
    var hints: [String] = []
    switch chosenRow {
    case .more: hints.append("⏎ show more")
    case let row? where row.item != nil: hints += ["⏎ open"] + (isReadOnly ? [] : ["m move"])
    default: break
    }
    if canUndo { hints.append("u undo") }
    hints.append("/ search")
    if state.isActive { hints.append("esc cancel") }
    // The selected item shows that the list has attributes.
    let hasAttributes = chosenRow?.item?.attributes.isEmpty == false
    return hints + (isFiltered || hasAttributes ? ["f filter"] : [])
  }

  private var hintsInBar: [String] {
    var hints: [String] = []
    let isBlank = field.text.allSatisfy(\.isWhitespace)
    let isAsked = state.phase == .answered || state.phase == .searching
    if focus != .bar || !isBlank && !isAsked { hints.append("⏎ search") }
    if completion != nil { hints.append("→ complete") }
    if focus == .bar, field.isEmpty, !state.suggestions.isEmpty {
      hints.append("↓ choose")
    } else if canEnterRows {
      hints.append("↓ list")
    }
    if !scopes.isEmpty { hints.append("⇥ scope") }
    return hints + (state.isActive ? ["esc cancel"] : [])
  }
}
