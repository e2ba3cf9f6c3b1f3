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
  /// How many hits there are besides.
  case more(String)

  /// The item that can be chosen here.
  var item: Item? {
    switch self {
    case .item(let item): item
    case .hit(let hit, _): hit.item
    case .heading, .snippet, .more: nil
    }
  }
}
