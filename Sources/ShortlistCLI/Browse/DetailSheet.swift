import Shortlist

/// All there is about one item, over the whole list.
struct DetailSheet {
  /// The most characters of a body that are shown.
  private static let bodyLimit = 100_000

  let item: Item
  /// How the item was found; `nil` for one that was opened in the list.
  let hit: Hit?
  let sectionTitle: String
  private var top = 0

  init(item: Item, hit: Hit?, sectionTitle: String) {
    self.item = item
    self.hit = hit
    self.sectionTitle = sectionTitle
  }

  /// Scrolls by a key.
  mutating func handle(_ key: Key, height: Int) {
    switch key {
    case .up: top -= 1
    case .down: top += 1
    case .pageUp: top -= height
    case .pageDown, .text(" "): top += height
    case .home: top = 0
    case .end: top = .max / 2
    default: break
    }
  }

  /// Draws what fits into some rows.
  mutating func draw(on screen: inout Screen, rows: Range<Int>, theme: BrowseTheme) {
    let lines = lines(width: screen.columns - 4, theme: theme)
    top = max(0, min(top, lines.count - rows.count))
    for (row, line) in zip(rows, lines[top...]) { screen.put(line, column: 2, row: row) }
  }

  private func lines(width: Int, theme: BrowseTheme) -> [CellLine] {
    var lines: [CellLine] = []
    func append(_ text: String, _ style: CellStyle, in field: Field) {
      let ranges = hit?.ranges(in: field) ?? []
      let shown = text.prefix(Self.bodyLimit)
      for range in Self.wrapped(shown, width: width) {
        var line = CellLine(limit: width)
        line.append(text[range], style, matching: ranges, theme.match)
        if range.upperBound == shown.endIndex, shown.endIndex < text.endIndex { line.append("…") }
        lines.append(line)
      }
    }
    append(item.title, theme.heading, in: .title)
    if !item.subtitle.isEmpty { append(item.subtitle, theme.faint, in: .subtitle) }
    lines.append(CellLine(limit: width))
    func append(_ name: String, _ fill: (inout CellLine) -> Void) {
      var line = CellLine(limit: width)
      line.append(name, theme.faint)
      line.fill(to: 10)
      fill(&line)
      lines.append(line)
    }
    append("section") { $0.append(sectionTitle) }
    if let hit { append("rung") { $0.append("\(hit.rung.rawValue) \(hit.rung.name)") } }
    if item.weight > 0 { append("weight") { $0.append(item.weight.short) } }
    let keywordRanges = hit?.keywordRanges ?? [:]
    for (number, keyword) in item.keywords.enumerated() {
      let ranges = keywordRanges[number] ?? []
      append("keyword") { $0.append(keyword, matching: ranges, theme.match) }
    }
    append("id") { $0.append(item.id.rawValue) }
    guard !item.body.isEmpty else { return lines }
    lines.append(CellLine(limit: width))
    append(item.body, .plain, in: .body)
    return lines
  }

  /// Cuts a text into lines that fit, between words where it can.
  static func wrapped(_ text: Substring, width: Int) -> [Range<String.Index>] {
    var lines: [Range<String.Index>] = []
    var start = text.startIndex
    var taken = 0
    /// Behind the last space of the line, and how much of the line is before it.
    var gap: (index: String.Index, taken: Int)?
    var index = start
    while index < text.endIndex {
      let character = text[index]
      let next = text.index(after: index)
      if character.isNewline {
        lines.append(start..<index)
        (start, taken, gap) = (next, 0, nil)
      } else {
        let size = CellWidth.width(of: TerminalText.shown(String(character)))
        if taken + size > width, taken > 0 {
          let cut = gap ?? (index, taken)
          lines.append(start..<cut.index)
          (start, taken, gap) = (cut.index, taken - cut.taken, nil)
        }
        taken += size
        if character == " " { gap = (next, taken) }
      }
      index = next
    }
    if start < text.endIndex || lines.isEmpty { lines.append(start..<text.endIndex) }
    return lines
  }
}
