import Shortlist

/// A list of the sections, to move an item to one of them.
struct SectionChooser {
  let item: Item
  let sections: [ItemSection]
  private(set) var chosen: Int

  init(for item: Item, among sections: [ItemSection]) {
    self.item = item
    self.sections = sections
    // Most want another section than the one it is in.
    let own = sections.firstIndex { $0.id == item.section } ?? 0
    chosen = own + 1 < sections.count ? own + 1 : max(own - 1, 0)
  }

  /// The section that would be taken.
  var section: ItemSection? { sections.indices.contains(chosen) ? sections[chosen] : nil }

  /// Chooses by a key.
  mutating func handle(_ key: Key, height: Int) {
    switch key {
    case .up: chosen -= 1
    case .down: chosen += 1
    case .pageUp: chosen -= height
    case .pageDown: chosen += height
    case .home: chosen = 0
    case .end: chosen = sections.count - 1
    default: break
    }
    chosen = max(0, min(chosen, sections.count - 1))
  }

  func draw(on screen: inout Screen, rows: Range<Int>, theme: BrowseTheme) {
    var heading = CellLine(limit: screen.columns)
    heading.append("Move “", theme.heading)
    heading.append(item.title, theme.heading)
    heading.append("” to", theme.heading)
    screen.put(heading, row: rows.lowerBound)
    let places = rows.dropFirst()
    let top = max(0, chosen - places.count + 1)
    for (row, index) in zip(places, top..<max(top, sections.count)) {
      var line = CellLine(limit: screen.columns)
      line.append(index == chosen ? "› " : "  ")
      line.append(sections[index].title)
      if sections[index].id == item.section { line.append("  here now", theme.faint) }
      screen.put(line, row: row)
      if index == chosen { screen.restyle(row: row) { $0.isReversed = true } }
    }
  }
}
