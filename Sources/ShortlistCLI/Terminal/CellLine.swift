/// A line of cells under construction, of limited width. Text that does not fit ends in "…".
struct CellLine {
  /// The maximum number of scalars in a character: emoji have up to ten, malicious text thousands.
  private static let partLimit = 16

  private(set) var cells: [Cell] = []
  /// Whether some text did not fit.
  private(set) var isCut = false
  private let limit: Int

  /// An empty line with room for `limit` cells.
  init(limit: Int) {
    self.limit = limit
  }

  var width: Int { cells.count }

  /// Appends text, with symbols for characters that a terminal would obey. The parts in `ranges`,
  /// which are sorted and do not overlap, get the style `match`.
  ///
  /// - Complexity: O(*w* log *n*) for *w* characters that fit and *n* ranges; the rest is not read.
  mutating func append(
    _ text: some StringProtocol, _ style: CellStyle = .plain,
    matching ranges: [Range<String.Index>] = [], _ match: CellStyle = .plain
  ) {
    let start = cells.count
    var index = text.startIndex
    while index < text.endIndex, !isCut {
      let next = text.index(after: index)
      let matches = ranges.overlap(index..<next)
      for character in TerminalText.shown(String(text[index..<next])) {
        append(character, matches ? match : style)
      }
      index = next
    }
    let isTurned = cells[min(start, cells.count)...].contains {
      CellWidth.isRightToLeft($0.character)
    }
    if isTurned, let last = cells.lastIndex(where: { $0.width > 0 }) {
      cells[last].endsRightToLeft = true
    }
  }

  /// Appends another line unchanged.
  mutating func append(_ line: CellLine) {
    for cell in line.cells where cell.width > 0 && !isCut {
      append(cell.character, cell.style)
      if cell.endsRightToLeft, let last = cells.lastIndex(where: { $0.width > 0 }) {
        cells[last].endsRightToLeft = true
      }
    }
  }

  /// Appends blank cells up to a column.
  mutating func fill(to column: Int, _ style: CellStyle = .plain) {
    while cells.count < min(column, limit) {
      cells.append(Cell(character: " ", width: 1, style: style))
    }
  }

  private mutating func append(_ character: Character, _ style: CellStyle) {
    guard !isCut else { return }
    var character = Self.limited(character)
    var width = CellWidth.width(of: character)
    if width == 0 {
      // A mark without a letter. Anything else without a width is invisible anyway.
      guard character.unicodeScalars.first?.properties.generalCategory == .nonspacingMark
      else { return }
      character = Character("\u{25CC}" + String(character))
      width = 1
    }
    if cells.count + width > limit {
      cut(style)
      return
    }
    cells.append(Cell(character: character, width: width, style: style))
    for _ in 1..<max(width, 1) { cells.append(Cell(character: " ", width: 0, style: style)) }
  }

  private mutating func cut(_ style: CellStyle) {
    isCut = true
    guard limit > 0 else { return }
    while cells.count >= limit {
      // Cells that a wide character covers are removed with it.
      while cells.removeLast().width == 0 {}
    }
    cells.append(Cell(character: "…", width: 1, style: style))
  }

  private static func limited(_ character: Character) -> Character {
    let scalars = character.unicodeScalars
    guard scalars.count > partLimit else { return character }
    return Character(String(String.UnicodeScalarView(scalars.prefix(partLimit))))
  }
}

/// One cell of a screen.
struct Cell: Hashable {
  var character: Character
  /// The number of cells it takes; 0 for a cell that the character before it covers.
  var width: Int
  var style: CellStyle
  /// Whether right-to-left text ends here, and must not affect the text that follows.
  var endsRightToLeft = false

  static let blank = Cell(character: " ", width: 1, style: .plain)
}
