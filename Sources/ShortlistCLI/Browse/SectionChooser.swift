import Shortlist

/// A sheet to choose an item's new section. Typing filters the sections, or names a new one.
struct SectionChooser {
  let item: Item
  private let sections: [ItemSection]
  private(set) var field = TextField()
  /// The sections whose titles contain the typed text.
  private var matching: [ItemSection]
  private(set) var chosen: Int

  /// A destination of the item.
  enum Target: Equatable {
    case section(ItemSection)
    case new(String)
  }

  init(for item: Item, among sections: [ItemSection]) {
    self.item = item
    self.sections = sections
    matching = sections
    // Most users want another section than the current one.
    let own = sections.firstIndex { $0.id == item.section } ?? 0
    chosen = own + 1 < sections.count ? own + 1 : max(own - 1, 0)
  }

  /// The title of a new section; `nil` if no text is typed or a section has that title.
  private var newTitle: String? {
    let title = String(field.text.trimmingSpaces())
    return title.isEmpty || matching.contains { $0.title == title } ? nil : title
  }

  /// The number of rows to choose from.
  var count: Int { matching.count + (newTitle == nil ? 0 : 1) }

  var target: Target? {
    if matching.indices.contains(chosen) { return .section(matching[chosen]) }
    return newTitle.map(Target.new)
  }

  /// Whether moving the item there changes anything.
  var moves: Bool {
    if case .section(let section) = target { section.id != item.section } else { target != nil }
  }

  mutating func choose(_ row: Int) { chosen = max(0, min(row, count - 1)) }

  /// Handles a key: moves the choice or edits the text.
  mutating func handle(_ key: Key, height: Int) {
    if let distance = key.distance(page: height, in: count) { return choose(chosen + distance) }
    let text = field.text
    guard field.handle(key), field.text != text else { return }
    let typed = field.text.trimmingSpaces().lowercased()
    matching = typed.isEmpty ? sections : sections.filter { $0.title.lowercased().contains(typed) }
    // Prefer an equal title, so that Enter chooses the typed one.
    choose(matching.firstIndex { $0.title.lowercased() == typed } ?? 0)
  }

  /// Draws as much as fits into the rows.
  ///
  /// - Returns: The screen rows that show a choice, each with the index of its choice.
  func draw(
    on screen: inout Screen, rows: Range<Int>, theme: BrowseTheme
  ) -> [(row: Int, index: Int)] {
    guard !rows.isEmpty else { return [] }
    // A single row shows the chosen one.
    let places = rows.count > 1 ? rows.dropFirst() : rows
    if rows.count > 1 { drawHeading(on: &screen, row: rows.lowerBound, theme: theme) }
    let top = max(0, chosen - places.count + 1)
    var drawn: [(row: Int, index: Int)] = []
    for (row, index) in zip(places, top..<max(top, count)) {
      var line = CellLine(limit: screen.columns)
      line.append(index == chosen ? "› " : "  ")
      if matching.indices.contains(index) {
        line.append(matching[index].title)
        if matching[index].id == item.section { line.append("  here now", theme.faint) }
      } else if let newTitle {
        line.append("New section “", theme.faint)
        line.append(newTitle)
        line.append("”", theme.faint)
      }
      screen.put(line, row: row)
      if index == chosen { screen.restyle(row: row) { $0.isReversed = true } }
      drawn.append((row, index))
    }
    return drawn
  }

  private func drawHeading(on screen: inout Screen, row: Int, theme: BrowseTheme) {
    // The typed text keeps a third of the row, however long the title is.
    var title = CellLine(limit: max(screen.columns - screen.columns / 3 - 12, 1))
    title.append(item.title, theme.heading)
    var heading = CellLine(limit: screen.columns)
    heading.append("Move “", theme.heading)
    heading.append(title)
    heading.append("” to ", theme.heading)
    let room = screen.columns - heading.width
    let (text, cursor) = field.visible(width: room)
    screen.cursor =
      room > 0 ? Screen.Place(column: heading.width + min(cursor, room - 1), row: row) : nil
    heading.append(text)
    screen.put(heading, row: row)
  }
}
