import Shortlist

/// Gathers the items of an import section by section, for `--replace`.
struct SectionCollector {
  /// The sections, in the order in which they came.
  private(set) var sections: [ItemSection.ID] = []
  private var items: [ItemSection.ID: [Item?]] = [:]
  private var places: [Item.ID: (section: ItemSection.ID, index: Int)] = [:]

  /// Takes an item; one that came before under the same id makes room for it.
  mutating func add(_ item: Item) {
    add(item.section)
    if let place = places[item.id] {
      if place.section == item.section {
        items[item.section]?[place.index] = item
        return
      }
      items[place.section]?[place.index] = nil
    }
    places[item.id] = (item.section, items[item.section]?.count ?? 0)
    items[item.section, default: []].append(item)
  }

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
