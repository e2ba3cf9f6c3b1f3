/// The contents of a terminal's screen, rebuilt for each frame.
struct Screen {
  /// The position of a cell; the upper left one is 0, 0.
  struct Place: Hashable {
    let column: Int
    let row: Int
  }

  let columns: Int
  let rows: Int
  /// The position of the cursor; `nil` to hide it.
  var cursor: Place?
  private var cells: [Cell]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: .blank, count: columns * rows)
  }

  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// The text of a row, without trailing blanks.
  func text(row: Int) -> String {
    let text = String(self.row(row).filter { $0.width > 0 }.map(\.character))
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// Puts a line on the screen, clipped at the edges.
  mutating func put(_ line: CellLine, column: Int = 0, row: Int) {
    let covered = (column..<column + line.width).clamped(to: 0..<columns)
    guard (0..<rows).contains(row), !covered.isEmpty else { return }
    halve(at: covered.lowerBound, row: row)
    halve(at: covered.upperBound, row: row)
    for place in covered { cells[row * columns + place] = line.cells[place - column] }
    // Blank the wide characters that the edges of the screen cut.
    if cells[row * columns + covered.lowerBound].width == 0 {
      cells[row * columns + covered.lowerBound] = .blank
    }
    let last = covered.upperBound - 1
    if last + cells[row * columns + last].width > columns { cells[row * columns + last] = .blank }
  }

  /// Blanks a wide character that begins before `column` and extends past it.
  private mutating func halve(at column: Int, row: Int) {
    var start = column
    while start > 0, start < columns, cells[row * columns + start].width == 0 { start -= 1 }
    guard start < column else { return }
    let width = cells[row * columns + start].width
    for place in start..<min(start + width, columns) { cells[row * columns + place] = .blank }
  }

  mutating func restyle(
    row: Int, columns range: Range<Int>? = nil, _ change: (inout CellStyle) -> Void
  ) {
    guard (0..<rows).contains(row) else { return }
    for column in (range ?? 0..<columns).clamped(to: 0..<columns) {
      change(&cells[row * columns + column].style)
    }
  }

  /// The output that makes a terminal show this screen instead of `former`, or instead of anything
  /// if `former` is `nil`. Empty if nothing changes.
  ///
  /// Terminals that support synchronized output show the frame in one step.
  func painting(over former: Screen?) -> String {
    let former = former.flatMap { $0.columns == columns && $0.rows == rows ? $0 : nil }
    var changes = former == nil ? "\u{1B}[0m\u{1B}[2J" : ""
    for row in 0..<rows {
      let new = self.row(row)
      let old = former?.row(row) ?? ArraySlice(repeating: .blank, count: columns)
      if !new.elementsEqual(old) { paint(new, over: old, row: row, into: &changes) }
    }
    guard !changes.isEmpty || former?.cursor != cursor else { return "" }
    var painting = "\u{1B}[?2026h\u{1B}[?25l" + changes
    if let cursor {
      painting += Self.move(column: cursor.column, row: cursor.row) + "\u{1B}[?25h"
    }
    return painting + "\u{1B}[?2026l"
  }

  private func paint(
    _ new: ArraySlice<Cell>, over old: ArraySlice<Cell>, row: Int, into text: inout String
  ) {
    let new = Array(new)
    let old = Array(old)
    // If a terminal may draw a character wider or narrower than assumed, the contents of the old
    // row are uncertain.
    let isCertain = (new + old).allSatisfy { $0.width == 0 || Self.isCertain($0) }
    var first = 0
    var last = columns - 1
    if isCertain {
      while first < last, new[first] == old[first] { first += 1 }
      while last > first, new[last] == old[last] { last -= 1 }
      // Never split a wide character of the old or the new row.
      while first > 0, new[first].width == 0 || old[first].width == 0 { first -= 1 }
      while last + 1 < columns, new[last + 1].width == 0 || old[last + 1].width == 0 { last += 1 }
    }
    text += Self.move(column: first, row: row)
    var style: CellStyle?
    // Trailing blanks are erased, not written.
    let filled = new.lastIndex { $0 != .blank } ?? -1
    var column = first
    while column <= min(last, filled) {
      let cell = new[column]
      if cell.style != style {
        text += cell.style.sequence
        style = cell.style
      }
      draw(cell, column: column, row: row, into: &text)
      column += max(cell.width, 1)
    }
    if column <= last {
      text += CellStyle.plain.sequence + "\u{1B}[K"
    } else if style != .plain {
      text += CellStyle.plain.sequence
    }
  }

  private func draw(_ cell: Cell, column: Int, row: Int, into text: inout String) {
    if Self.isCertain(cell) {
      text.append(cell.character)
      return
    }
    // Write blanks first, in case the terminal draws the character narrower. Then move to the next
    // position, wherever the cursor ended up.
    text += String(repeating: " ", count: cell.width) + Self.move(column: column, row: row)
    text.append(cell.character)
    if cell.endsRightToLeft { text += "\u{200E}" }
    text += Self.move(column: column + cell.width, row: row)
  }

  private static func isCertain(_ cell: Cell) -> Bool {
    !cell.endsRightToLeft && CellWidth.isCertain(cell.character)
  }

  private static func move(column: Int, row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
