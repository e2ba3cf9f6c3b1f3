import Shortlist

/// Gathers the items of an import section by section, for `--replace`.
struct SectionCollector {
  /// What tells an item from others: its id, and for one that was given none, its place among those of
  /// its file that have its section and title.
  private struct Key: Hashable {
    let id: [UInt8]
    let number: Int
  }

  /// The sections, in the order in which they came.
  private(set) var sections: [ItemSection.ID] = []
  /// How many items made room for later ones with their ids.
  private(set) var repeated = 0
  private var items: [ItemSection.ID: [Item?]] = [:]
  private var places: [Key: (section: ItemSection.ID, index: Int)] = [:]
  /// How many items of the file came without an id, by the id that is derived for them.
  private var numbers: [[UInt8]: Int] = [:]

  /// Takes an item; one that came before under the same id makes room for it.
  mutating func add(_ item: Item) {
    add(item.section)
    let key = key(of: item)
    if let place = places[key] {
      repeated += 1
      if place.section == item.section {
        items[item.section]?[place.index] = item
        return
      }
      items[place.section]?[place.index] = nil
    }
    places[key] = (item.section, items[item.section]?.count ?? 0)
    items[item.section, default: []].append(item)
  }

  private mutating func key(of item: Item) -> Key {
    let id = Array(item.id.rawValue.utf8)
    guard item.hasDerivedID else { return Key(id: id, number: 0) }
    numbers[id, default: 0] += 1
    return Key(id: id, number: numbers[id] ?? 1)
  }

  /// Ends a file: items without an id that come now may be those that came before.
  mutating func endFile() { numbers = [:] }

  /// Takes a section, which may stay empty.
  mutating func add(_ section: ItemSection.ID) {
    guard items[section] == nil else { return }
    items[section] = []
    sections.append(section)
  }

  /// The items of a section, in the order in which they came.
  func items(in section: ItemSection.ID) -> [Item] {
    items[section, default: []].compactMap(\.self)
  }
}
