import Shortlist

/// A row of a list on the screen.
enum BrowseRow: Hashable {
  /// The title of a section, and its number of items or matches.
  case heading(String, count: String)
  case item(Item)
  /// A hit, and whether to show its section.
  case hit(Hit, namesSection: Bool)
  /// The snippet of the hit above.
  case snippet(Snippet)
  /// The number of further hits of a section, or of a flat list.
  case more(String, of: ItemSection.ID?)

  /// Whether the row can be selected: it shows an item, or opens more hits.
  var isChoosable: Bool {
    if case .more = self { true } else { item != nil }
  }

  var item: Item? {
    switch self {
    case .item(let item): item
    case .hit(let hit, _): hit.item
    case .heading, .snippet, .more: nil
    }
  }
}

/// The rows of a list.
protocol BrowseRows {
  var count: Int { get }

  /// Returns a row; `nil` if it has disappeared in the meantime.
  func row(_ index: Int) throws(ShortlistError) -> BrowseRow?

  /// Whether a row can be selected, without reading it.
  func isChoosable(_ index: Int) -> Bool

  /// Finds the row of an item if that is cheap; `hint` is its previous row.
  func index(of item: Item.ID, near hint: Int) throws(ShortlistError) -> Int?
}
