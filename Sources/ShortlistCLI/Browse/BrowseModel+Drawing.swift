import Shortlist

extension BrowseModel {
  /// Draws everything on a screen of some size.
  func draw(columns: Int, rows: Int) throws(ShortlistError) -> Screen {
    var screen = Screen(columns: columns, rows: rows)
    var row = theme.topMargin
    drawBar(on: &screen, rows: row..<row + theme.barHeight)
    row += theme.barHeight + theme.bottomMargin
    drawScopes(on: &screen, row: row)
    let area = min(row + 1, rows)..<max(rows - 1, min(row + 1, rows))
    height = max(area.count, 1)
    switch sheet {
    case .detail(var detail):
      detail.draw(on: &screen, rows: area, theme: theme)
      sheet = .detail(detail)
      screen.cursor = nil
    case .chooser(let chooser):
      chooser.draw(on: &screen, rows: area, theme: theme)
      screen.cursor = nil
    case nil: try drawContents(on: &screen, rows: area)
    }
    drawStatus(on: &screen)
    return screen
  }

  // MARK: The bar

  private func drawBar(on screen: inout Screen, rows: Range<Int>) {
    let start = theme.leadingMargin
    var end = screen.columns - theme.trailingMargin
    let middle = rows.lowerBound + rows.count / 2
    if state.showsCancelButton {
      var cancel = CellLine(limit: max(screen.columns / 3, 0))
      cancel.append(theme.appearance.cancelLabel, theme.tint)
      end -= cancel.width + 1
      screen.put(cancel, column: end, row: middle)
      end -= 1
    }
    let inner = start + 2..<max(end - 2, start + 2)
    drawFrame(on: &screen, rows: rows, columns: start..<max(end, start))
    var line = CellLine(limit: inner.count)
    let (text, cursor) = field.visible(width: inner.count)
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
    line.fill(to: inner.count, theme.text)
    screen.put(line, column: inner.lowerBound, row: middle)
    guard focus == .bar else { return }
    screen.cursor = Screen.Place(column: inner.lowerBound + cursor, row: middle)
  }

  /// A frame of lines around a high bar, brackets around a low one.
  private func drawFrame(on screen: inout Screen, rows: Range<Int>, columns: Range<Int>) {
    for row in rows {
      var line = CellLine(limit: columns.count)
      let isEdge = rows.count >= 3 && (row == rows.lowerBound || row == rows.upperBound - 1)
      guard !isEdge else {
        let isTop = row == rows.lowerBound
        line.append(isTop ? "╭" : "╰", theme.frame)
        line.append(String(repeating: "─", count: max(columns.count - 2, 0)), theme.frame)
        line.append(isTop ? "╮" : "╯", theme.frame)
        screen.put(line, column: columns.lowerBound, row: row)
        continue
      }
      let isFramed = rows.count >= 3
      line.append(isFramed ? "│" : "[", theme.frame)
      line.fill(to: columns.count - 1, theme.text)
      line.append(isFramed ? "│" : "]", theme.frame)
      screen.put(line, column: columns.lowerBound, row: row)
    }
  }

  private func drawScopes(on screen: inout Screen, row: Int) {
    guard state.isActive else { return }
    let scopes = scopes
    let chosen = scopes.firstIndex { $0.sections == state.scope.sections } ?? 0
    // As many before the chosen one as leave it in sight.
    var first = chosen
    var width = scopes.isEmpty ? 0 : CellWidth.width(of: TerminalText.shown(scopes[chosen].title))
    while first > 0 {
      width += CellWidth.width(of: TerminalText.shown(scopes[first - 1].title)) + 2
      guard width < screen.columns - 4 - theme.leadingMargin else { break }
      first -= 1
    }
    var line = CellLine(limit: screen.columns - theme.leadingMargin)
    line.append(first > 0 ? "‹ " : "  ", theme.faint)
    for (index, scope) in scopes.enumerated().dropFirst(first) where !line.isCut {
      var style = index == chosen ? theme.tint : theme.faint
      style.isUnderlined = index == chosen
      line.append(scope.title, style)
      line.append("  ")
    }
    screen.put(line, column: theme.leadingMargin, row: row)
  }

  // MARK: The list

  private func drawContents(on screen: inout Screen, rows area: Range<Int>) throws(ShortlistError) {
    if results != nil, configuration.presentation == .ownResults {
      try drawRows(list, listCursor, on: &screen, rows: area, isDimmed: state.isListDimmed)
      try drawOwnResults(on: &screen, rows: area)
    } else {
      try drawRows(rows, cursor, on: &screen, rows: area, isDimmed: state.isDimmed)
      if rows.count == 0 { drawNothing(on: &screen, row: area.lowerBound) }
    }
    if field.isEmpty { drawSuggestions(on: &screen, rows: area) }
  }

  private func drawRows(
    _ rows: any BrowseRows, _ cursor: ListCursor, on screen: inout Screen, rows area: Range<Int>,
    columns: Range<Int>? = nil, isDimmed: Bool
  ) throws(ShortlistError) {
    let columns = columns ?? 0..<screen.columns
    for (row, index) in zip(area, cursor.top..<max(cursor.top, rows.count)) {
      guard let shown = try rows.row(index) else { continue }
      let isChosen = index == cursor.row && focus == .rows
      var line = CellLine(limit: columns.count)
      draw(shown, isChosen: isChosen, on: &line)
      line.fill(to: columns.count)
      screen.put(line, column: columns.lowerBound, row: row)
      if isChosen { screen.restyle(row: row, columns: columns) { $0.isReversed = true } }
      if isDimmed { screen.restyle(row: row, columns: columns) { $0 = $0.dimmed } }
    }
  }

  private func draw(_ row: BrowseRow, isChosen: Bool, on line: inout CellLine) {
    switch row {
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
      draw(hit, on: &line)
      if namesSection {
        line.append("  ")
        line.append(title(of: hit.item.section), theme.faint)
      }
    case .snippet(let snippet):
      line.append("    ")
      line.append(snippet.text, theme.faint, matching: snippet.ranges, theme.match)
    case .more(let text): line.append("  " + text, theme.faint)
    }
  }

  private func draw(_ hit: Hit, on line: inout CellLine) {
    line.append(hit.item.title, matching: hit.ranges(in: .title), theme.match)
    if !hit.item.subtitle.isEmpty {
      line.append("  ")
      line.append(
        hit.item.subtitle, theme.faint, matching: hit.ranges(in: .subtitle), theme.match)
    }
    for (keyword, ranges) in hit.tellingKeywords {
      line.append("  ")
      line.append(keyword, theme.faint, matching: ranges, theme.match)
    }
  }

  /// The results in a frame of their own, above the list.
  private func drawOwnResults(on screen: inout Screen, rows area: Range<Int>)
    throws(ShortlistError)
  {
    let columns = min(4, screen.columns / 8)..<screen.columns - min(4, screen.columns / 8)
    guard columns.count > 4, area.count > 3 else { return }
    // The list stays in sight below.
    let inner = min(max(rows.count, 1), max(area.count - 4, 1))
    let frame = area.lowerBound..<area.lowerBound + inner + 2
    drawFrame(on: &screen, rows: frame, columns: columns)
    let inside = frame.lowerBound + 1..<frame.upperBound - 1
    let middle = columns.lowerBound + 1..<columns.upperBound - 1
    height = inside.count
    try drawRows(
      rows, cursor, on: &screen, rows: inside, columns: middle, isDimmed: state.isDimmed)
    if rows.count == 0 {
      drawNothing(on: &screen, row: inside.lowerBound, column: middle.lowerBound + 1)
    }
  }

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
    let rows = area.lowerBound..<min(area.lowerBound + titles.count + 2, area.upperBound)
    drawFrame(on: &screen, rows: rows, columns: columns)
    for (row, index) in zip(rows.dropFirst().dropLast(), titles.indices) {
      let isChosen = focus == .suggestion(index)
      var line = CellLine(limit: width - 2)
      line.append(isChosen ? "› " : "  ")
      line.append(titles[index])
      line.fill(to: width - 2)
      screen.put(line, column: 2, row: row)
      if isChosen { screen.restyle(row: row, columns: 2..<width) { $0.isReversed = true } }
    }
  }

  // MARK: The last line

  private func drawStatus(on screen: inout Screen) {
    let row = screen.rows - 1
    var news = CellLine(limit: screen.columns)
    if let warning = warning ?? state.failure?.message {
      news.append(warning, theme.warning)
    } else if sheet == nil, let results = state.results {
      if let corrected = results.correctedText {
        news.append("Showing results for “\(corrected)”  ", theme.faint)
      }
      for note in results.notes { news.append(note.sentence + "  ", theme.faint) }
      news.append(results.total.shown + (results.total == .exactly(1) ? " match" : " matches"))
    }
    var line = CellLine(limit: max(screen.columns - news.width - 1, 0))
    line.append(hints, theme.faint)
    screen.put(line, row: row)
    screen.put(news, column: screen.columns - news.width, row: row)
  }

  private var hints: String {
    switch sheet {
    case .detail: return "esc back  ↑↓ scroll  ^C quit"
    case .chooser: return "⏎ move here  esc leave it"
    case nil: break
    }
    switch focus {
    case .rows:
      return "⏎ open" + (isReadOnly ? "" : "  m move") + "  / search"
        + (state.isActive ? "  esc cancel" : "") + "  ^C quit"
    case .bar, .suggestion:
      let search = configuration.trigger == .onSubmit && !field.isEmpty ? "⏎ search  " : ""
      return search + "↓ list" + (scopes.isEmpty ? "" : "  ⇥ scope")
        + (state.isActive ? "  esc cancel" : "") + "  ^C quit"
    }
  }
}
