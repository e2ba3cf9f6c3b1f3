import Shortlist

/// What a list shows, row by row.
protocol BrowseRows {
  /// The number of rows.
  var count: Int { get }

  /// A row; `nil` when it is gone meanwhile.
  func row(_ index: Int) throws(ShortlistError) -> BrowseRow?

  /// Whether a row can be chosen, without reading it.
  func isChoosable(_ index: Int) -> Bool

  /// The row of an item, if that can be told at once; `hint` is where it stood before.
  func index(of item: Item.ID, near hint: Int) throws(ShortlistError) -> Int?
}
