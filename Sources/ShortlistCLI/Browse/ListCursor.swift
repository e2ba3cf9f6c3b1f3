/// Which part of a list is in sight, and which row is chosen.
struct ListCursor: Equatable {
  /// The first row in sight.
  private(set) var top = 0
  /// The chosen row.
  private(set) var row: Int?

  /// Chooses no row, and leaves the list where it is.
  mutating func deselect() { row = nil }

  /// Chooses a row that holds an item, and brings it into sight.
  mutating func select(_ row: Int?, height: Int) {
    self.row = row
    guard let row else { return }
    // The heading above the first item of a section comes into sight with it.
    if row - 1 < top { top = max(row - 1, 0) }
    if row >= top + height { top = row - max(height, 1) + 1 }
  }

  /// Keeps within a list that has become shorter, or a screen that has become smaller.
  mutating func clamp(to rows: any BrowseRows, height: Int) {
    top = min(top, max(rows.count - height, 0))
    guard let row else { return }
    select(Self.nearest(to: min(row, rows.count - 1), in: rows, forward: false), height: height)
  }

  /// Goes by so many rows, to the nearest one with an item; a negative number goes up.
  mutating func move(by distance: Int, in rows: any BrowseRows, height: Int) {
    let target = (row ?? top - distance.signum()) + distance
    let isForward = distance > 0
    let row = Self.nearest(
      to: min(max(target, 0), rows.count - 1), in: rows, forward: isForward)
    select(row, height: height)
  }

  /// The row with an item that is nearest to a row in one direction, else in the other.
  static func nearest(to row: Int, in rows: any BrowseRows, forward isForward: Bool) -> Int? {
    guard row >= 0, row < rows.count else { return nil }
    let below = (row..<rows.count).lazy.first(where: rows.holdsItem)
    let above = (0...row).lazy.reversed().first(where: rows.holdsItem)
    return isForward ? below ?? above : above ?? below
  }
}
