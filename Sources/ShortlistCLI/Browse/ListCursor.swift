/// The scroll position and selected row of a list.
struct ListCursor: Equatable {
  /// The first visible row, for the height at which this was set.
  private var top = 0
  private(set) var row: Int?

  /// The first visible row of a view that is `height` rows high.
  ///
  /// A smaller view scrolls just far enough to keep the selected row visible, and a larger one
  /// scrolls back.
  func top(in rows: any BrowseRows, height: Int) -> Int {
    let height = max(height, 1)
    var top = top
    if let row {
      if row < top { top = Self.withHeading(row, in: rows) }
      if row >= top + height { top = row - height + 1 }
    }
    return min(top, max(rows.count - height, 0))
  }

  /// Clears the selection without scrolling.
  mutating func deselect() { row = nil }

  /// Selects a row, which must be choosable, and scrolls it into view.
  mutating func select(_ row: Int?, in rows: any BrowseRows, height: Int) {
    top = top(in: rows, height: height)
    self.row = row
    guard let row else { return }
    top = min(top, Self.withHeading(row, in: rows))
    if row >= top + height { top = row - max(height, 1) + 1 }
  }

  /// The heading above a section's first item, which scrolls into view with it; otherwise the row.
  private static func withHeading(_ row: Int, in rows: any BrowseRows) -> Int {
    row > 0 && !rows.isChoosable(row - 1) ? row - 1 : row
  }

  /// Adjusts the cursor to a list that has become shorter.
  mutating func clamp(to rows: any BrowseRows, height: Int) {
    top = min(top, max(rows.count - height, 0))
    guard let row else { return }
    select(
      Self.nearest(to: min(row, rows.count - 1), in: rows, forward: false), in: rows, height: height
    )
  }

  /// Moves by a number of rows, to the nearest choosable one; a negative number moves up.
  mutating func move(by distance: Int, in rows: any BrowseRows, height: Int) {
    let target = (row ?? top(in: rows, height: height) - distance.signum()) + distance
    let isForward = distance > 0
    let row = Self.nearest(
      to: min(max(target, 0), rows.count - 1), in: rows, forward: isForward)
    select(row, in: rows, height: height)
  }

  /// Scrolls by a number of rows, as a wheel does. If the selected row would scroll out of view,
  /// another one is selected.
  mutating func scroll(by distance: Int, in rows: any BrowseRows, height: Int) {
    top = min(max(top(in: rows, height: height) + distance, 0), max(rows.count - height, 0))
    let inSight = top..<top + max(height, 1)
    guard let row, !inSight.contains(row) else { return }
    self.row = Self.nearest(
      to: distance > 0 ? top : min(inSight.upperBound, rows.count) - 1, in: rows,
      forward: distance > 0
    ).flatMap { inSight.contains($0) ? $0 : nil }
  }

  /// The choosable row nearest to a row in one direction, otherwise in the other.
  static func nearest(to row: Int, in rows: any BrowseRows, forward isForward: Bool) -> Int? {
    guard row >= 0, row < rows.count else { return nil }
    let below = (row..<rows.count).lazy.first(where: rows.isChoosable)
    let above = (0...row).lazy.reversed().first(where: rows.isChoosable)
    return isForward ? below ?? above : above ?? below
  }
}
