/// Which part of a list is in sight, and which row is chosen.
struct ListCursor: Equatable {
  /// The first row in sight, if there is room for as many rows as when this was set.
  private var top = 0
  /// The chosen row.
  private(set) var row: Int?

  /// The first row in sight where there is room for `height` rows.
  ///
  /// A smaller screen scrolls as far as it must for the chosen row to stay in sight, and a larger one
  /// takes that back.
  func top(in rows: any BrowseRows, height: Int) -> Int {
    let height = max(height, 1)
    var top = top
    if let row {
      if row < top { top = Self.withHeading(row, in: rows) }
      if row >= top + height { top = row - height + 1 }
    }
    return min(top, max(rows.count - height, 0))
  }

  /// Chooses no row, and leaves the list where it is.
  mutating func deselect() { row = nil }

  /// Chooses a row that can be chosen, and brings it into sight.
  mutating func select(_ row: Int?, in rows: any BrowseRows, height: Int) {
    top = top(in: rows, height: height)
    self.row = row
    guard let row else { return }
    top = min(top, Self.withHeading(row, in: rows))
    if row >= top + height { top = row - max(height, 1) + 1 }
  }

  /// The heading above the first item of a section, which comes into sight with it; else the row.
  private static func withHeading(_ row: Int, in rows: any BrowseRows) -> Int {
    row > 0 && !rows.isChoosable(row - 1) ? row - 1 : row
  }

  /// Keeps within a list that has become shorter.
  mutating func clamp(to rows: any BrowseRows, height: Int) {
    top = min(top, max(rows.count - height, 0))
    guard let row else { return }
    select(
      Self.nearest(to: min(row, rows.count - 1), in: rows, forward: false), in: rows, height: height
    )
  }

  /// Goes by so many rows, to the nearest one that can be chosen; a negative number goes up.
  mutating func move(by distance: Int, in rows: any BrowseRows, height: Int) {
    let target = (row ?? top(in: rows, height: height) - distance.signum()) + distance
    let isForward = distance > 0
    let row = Self.nearest(
      to: min(max(target, 0), rows.count - 1), in: rows, forward: isForward)
    select(row, in: rows, height: height)
  }

  /// Scrolls by so many rows, as a wheel does. The chosen row stays in sight: where it would leave it,
  /// another one is chosen.
  mutating func scroll(by distance: Int, in rows: any BrowseRows, height: Int) {
    top = min(max(top(in: rows, height: height) + distance, 0), max(rows.count - height, 0))
    let inSight = top..<top + max(height, 1)
    guard let row, !inSight.contains(row) else { return }
    self.row = Self.nearest(
      to: distance > 0 ? top : min(inSight.upperBound, rows.count) - 1, in: rows,
      forward: distance > 0
    ).flatMap { inSight.contains($0) ? $0 : nil }
  }

  /// The row that can be chosen and is nearest to a row in one direction, else in the other.
  static func nearest(to row: Int, in rows: any BrowseRows, forward isForward: Bool) -> Int? {
    guard row >= 0, row < rows.count else { return nil }
    let below = (row..<rows.count).lazy.first(where: rows.isChoosable)
    let above = (0...row).lazy.reversed().first(where: rows.isChoosable)
    return isForward ? below ?? above : above ?? below
  }
}
