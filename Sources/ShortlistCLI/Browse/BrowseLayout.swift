/// The rows and columns of a screen that each part of `browse` gets.
///
/// A small screen shows rows of the list before anything else. As it shrinks, margins and the frame of
/// the bar go first, then the scopes, then the last line, and the bar goes last.
struct BrowseLayout: Equatable {
  /// The rows of the bar; none where there is no room for it.
  let bar: Range<Int>
  /// The columns of the bar, with Cancel.
  let barColumns: Range<Int>
  /// The row of the scopes.
  let scopes: Int?
  /// The rows of the list, or of what covers it.
  let contents: Range<Int>
  /// The last line.
  let status: Int?

  /// The rows of the list below which the bar gives up its frame.
  private static let framedRows = 4
  /// The rows of the list below which the other parts go: a heading and a hit.
  private static let leastRows = 2
  /// The columns below which the bar has no margins.
  private static let leastColumns = 20

  init(columns: Int, rows: Int, theme: BrowseTheme) {
    var (top, bar, bottom, scopes, status) = (
      theme.topMargin, theme.barHeight, theme.bottomMargin, 1, 1
    )
    var left: Int { rows - top - bar - bottom - scopes - status }
    if left < Self.framedRows { (top, bottom) = (0, 0) }
    if left < Self.framedRows {
      bar = max(1, bar - (Self.framedRows - left))
      // Two rows are too few for a frame, and one is enough without.
      if bar < 3 { bar = 1 }
    }
    if left < Self.leastRows { scopes = 0 }
    if left < Self.leastRows { status = 0 }
    if left < Self.leastRows { bar = 0 }
    self.bar = top..<top + bar
    self.scopes = scopes > 0 ? top + bar + bottom : nil
    let start = top + bar + bottom + scopes
    contents = start..<max(start, rows - status)
    self.status = status > 0 ? rows - 1 : nil
    let room = max(columns - Self.leastColumns, 0) / 2
    let leading = min(theme.leadingMargin, room)
    barColumns = leading..<max(columns - min(theme.trailingMargin, room), leading)
  }
}
