import Shortlist

/// A line of a list on the screen.
enum BrowseRow: Hashable {
  /// The title of a section, and how many items it has or how many of them match.
  case heading(String, count: String)
  /// An item of the list.
  case item(Item)
  /// A hit, and whether its section is to be named.
  case hit(Hit, namesSection: Bool)
  /// The passage of the hit above that matched.
  case snippet(Snippet)
  /// How many hits there are besides: of a section, or of a list without sections.
  case more(String, of: ItemSection.ID?)

  /// Whether the row can be chosen: it stands for an item, or opens the rest.
  var isChoosable: Bool {
    switch self {
    case .item, .hit, .more: true
    case .heading, .snippet: false
    }
  }

  /// The item that stands here.
  var item: Item? {
    switch self {
    case .item(let item): item
    case .hit(let hit, _): hit.item
    case .heading, .snippet, .more: nil
    }
  }
}

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
