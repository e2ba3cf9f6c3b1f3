import Shortlist

/// Groups the items of an import by section, for `--replace`.
struct SectionCollector {
  /// The identity of an item: its id and, if it was given none, its number among the items of its
  /// file with the same section and title.
  private struct Key: Hashable {
    let id: [UInt8]
    let number: Int
  }

  private(set) var sections: [ItemSection.ID] = []
  /// The number of items that later ones with the same id replaced.
  private(set) var repeated = 0
  private var items: [ItemSection.ID: [Item?]] = [:]
  private var places: [Key: (section: ItemSection.ID, index: Int)] = [:]
  /// The number of items in the file that came without an id, by the id derived for them.
  private var numbers: [[UInt8]: Int] = [:]

  /// Adds an item, which replaces an earlier one with the same id.
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

  /// Ends a file: later items without an id may be the same as earlier ones.
  mutating func endFile() { numbers = [:] }

  /// Adds a section, which may stay empty.
  mutating func add(_ section: ItemSection.ID) {
    guard items[section] == nil else { return }
    items[section] = []
    sections.append(section)
  }

  /// The items of a section, in order of appearance.
  func items(in section: ItemSection.ID) -> [Item] {
    items[section, default: []].compactMap(\.self)
  }
}
