import Shortlist

/// A sheet over the list that shows all fields of an item.
struct DetailSheet {
  /// The maximum number of characters shown of a body.
  private static let bodyLimit = 100_000

  let item: Item
  let hit: Hit?
  let sectionTitle: String
  private var top = 0
  /// Whether everything was visible when it was last drawn.
  private(set) var fits = true
  /// The start of the matching passage in the body; the sheet opens there.
  private let passage: String.Index?
  private var isOpen = false

  init(item: Item, hit: Hit?, sectionTitle: String) {
    self.item = item
    self.hit = hit
    self.sectionTitle = sectionTitle
    passage = hit.flatMap(Self.passage)
  }

  /// The position in the body of the first match in the hit's snippet.
  private static func passage(of hit: Hit) -> String.Index? {
    guard let snippet = hit.snippet else { return nil }
    let matches = hit.ranges(in: .body)
    guard let first = snippet.ranges.first else { return matches.first?.lowerBound }
    // A snippet is an excerpt of the body, with spaces for all white space, and may end in "…".
    let text = snippet.text[first.lowerBound...].prefix(while: { $0 != "…" })
    return matches.first { match in
      hit.item.body[match.lowerBound...].starts(with: text) { $0 == $1 || $0.isWhitespace }
    }?.lowerBound ?? matches.first?.lowerBound
  }

  /// Scrolls by a number of lines.
  mutating func scroll(by distance: Int) { top = max(0, top + distance) }

  /// Handles a key that scrolls.
  mutating func handle(_ key: Key, height: Int) {
    let key = key == .text(" ") ? .pageDown : key
    // No item has that many lines.
    if let distance = key.distance(page: height, in: 1 << 40) { scroll(by: distance) }
  }

  /// Draws as much as fits into the rows.
  mutating func draw(on screen: inout Screen, rows: Range<Int>, theme: BrowseTheme) {
    let (lines, passage) = lines(width: screen.columns - 4, theme: theme)
    if !isOpen, let passage, passage + 2 >= rows.count {
      // Show a little of the context above it.
      top = passage - min(rows.count / 3, 3)
    }
    isOpen = true
    fits = lines.count <= rows.count
    top = max(0, min(top, lines.count - rows.count))
    for (row, line) in zip(rows, lines[top...]) { screen.put(line, column: 2, row: row) }
  }

  /// The lines, and the index of the one that contains the passage.
  private func lines(width: Int, theme: BrowseTheme) -> (lines: [CellLine], passage: Int?) {
    var lines: [CellLine] = []
    var found: Int?
    func append(_ text: String, _ style: CellStyle, in field: Field) {
      let ranges = hit?.ranges(in: field) ?? []
      let passage = field == .body ? passage : nil
      let shown = Self.stretch(of: text, around: passage ?? text.startIndex)
      for range in Self.wrapped(shown, width: width) {
        if let passage, range.lowerBound <= passage { found = lines.count }
        var line = CellLine(limit: width)
        if range.lowerBound == shown.startIndex, shown.startIndex > text.startIndex {
          line.append("…")
        }
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
    if let hit { append("tier") { $0.append("\(hit.tier.rawValue) \(hit.tier.name)") } }
    if item.weight > 0 { append("weight") { $0.append(item.weight.short) } }
    let keywordRanges = hit?.keywordRanges ?? [:]
    for (number, keyword) in item.keywords.enumerated() {
      let ranges = keywordRanges[number] ?? []
      append("keyword") { $0.append(keyword, matching: ranges, theme.match) }
    }
    for (name, value) in item.attributes.sorted(by: { $0.key < $1.key }) {
      append("attribute") { $0.append("\(name) = \(value)") }
    }
    append("id") { $0.append(item.id.rawValue) }
    guard !item.body.isEmpty else { return (lines, nil) }
    lines.append(CellLine(limit: width))
    append(item.body, .plain, in: .body)
    return (lines, found)
  }

  /// The part of a text to show: its beginning, or the text around a place too far in.
  private static func stretch(of text: String, around place: String.Index) -> Substring {
    guard
      let limit = text.index(text.startIndex, offsetBy: bodyLimit / 2, limitedBy: text.endIndex),
      limit < place
    else { return text.prefix(bodyLimit) }
    return text[text.index(place, offsetBy: -bodyLimit / 2)...].prefix(bodyLimit)
  }

  /// Wraps a text into lines that fit, between words where possible.
  static func wrapped(_ text: Substring, width: Int) -> [Range<String.Index>] {
    var lines: [Range<String.Index>] = []
    var start = text.startIndex
    var taken = 0
    /// The index after the last space of the line, and the width of the line up to there.
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
