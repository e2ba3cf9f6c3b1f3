/// The rows and columns of each part of the `browse` screen.
///
/// On a small screen, the list has priority. As the screen shrinks, the margins and frame of the
/// bar disappear first, then the scopes, the status line, and finally the bar.
struct BrowseLayout: Equatable {
  /// The rows of the bar; empty if it does not fit.
  let bar: Range<Int>
  /// The columns of the bar, including Cancel.
  let barColumns: Range<Int>
  let scopes: Int?
  /// The row of the filter; `nil` without a filter, or if it does not fit.
  let filter: Int?
  /// The rows of the list, or of the sheet that covers it.
  let contents: Range<Int>
  let status: Int?

  /// The bar loses its frame when the list has fewer rows than this.
  private static let framedRows = 4
  /// Other parts disappear when the list has fewer rows than this: a heading and a hit.
  private static let leastRows = 2
  /// The columns that the margins must leave to the bar.
  private static let leastColumns = 20

  init(columns: Int, rows: Int, theme: BrowseTheme, hasFilter: Bool = false) {
    var (top, bar, bottom, scopes, status) = (
      theme.topMargin, theme.barHeight, theme.bottomMargin, 1, 1
    )
    var filter = hasFilter ? 1 : 0
    var left: Int { rows - top - bar - bottom - scopes - filter - status }
    if left < Self.framedRows { (top, bottom) = (0, 0) }
    if left < Self.framedRows {
      bar = max(1, bar - (Self.framedRows - left))
      // Two rows are too few for a frame, and one is enough without it.
      if bar < 3 { bar = 1 }
    }
    if left < Self.leastRows { scopes = 0 }
    if left < Self.leastRows { status = 0 }
    if left < Self.leastRows { bar = 0 }
    if left < Self.leastRows { filter = 0 }
    self.bar = top..<top + bar
    self.scopes = scopes > 0 ? top + bar + bottom : nil
    self.filter = filter > 0 ? top + bar + bottom + scopes : nil
    let start = top + bar + bottom + scopes + filter
    contents = start..<max(start, rows - status)
    self.status = status > 0 ? rows - 1 : nil
    let room = max(columns - Self.leastColumns, 0) / 2
    let leading = min(theme.leadingMargin, room)
    barColumns = leading..<max(columns - min(theme.trailingMargin, room), leading)
  }
}
