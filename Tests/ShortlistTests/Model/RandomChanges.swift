import Foundation
import Shortlist
import ShortlistTestSupport

/// The mix of changes in a history.
struct Mood {
  enum Kind: CaseIterable {
    case upsert, add, move, reweigh, remove, reorder, replaceSection, sections, synonyms, upkeep,
      refused, pin
  }

  let kinds: [Kind]

  /// A bit of everything; many moves, which use up the gaps between positions; many insertions and
  /// removals.
  static let all = [
    Mood(kinds: Kind.allCases + [.upsert, .upsert, .upsert, .reweigh]),
    Mood(kinds: [.upsert, .move, .move, .move, .move, .move, .reorder, .reweigh, .pin]),
    Mood(kinds: [.upsert, .upsert, .remove, .reweigh, .replaceSection, .synonyms, .pin]),
  ]
}

extension SeededGenerator {
  /// Returns a change of the mood's kinds that is valid for the model.
  mutating func change(of model: ModelIndex, mood: Mood) -> Change {
    let items = model.items
    guard !items.isEmpty else { return .upsert(newItems(in: model)) }
    switch pick(mood.kinds) {
    case .upsert: return .upsert(newItems(in: model))
    case .add:
      let item = Item(section: sectionID(), title: title(words: 2))
      return model.item(item.id) == nil ? .add(item.title, item.section) : .upsert([item])
    case .move:
      let ids = some(items, number(1...3)).map(\.id)
      return .move(ids, sectionID(), once(in: 3) ? nil : number(0...(once(in: 2) ? 1 : 6)))
    case .reweigh: return .reweigh(pick(items).id, weight())
    case .remove: return .remove(some(items, number(1...4)).map(\.id))
    case .reorder:
      let section = pick(model.sections)
      guard !section.items.isEmpty else { return .removeSection(section.section.id) }
      let ids = some(section.items, number(1...section.items.count)).map(\.id)
      return .reorder(section.section.id, ids)
    case .replaceSection:
      let id = sectionID()
      var items = newItems(in: model)
      for index in items.indices { items[index].section = id }
      return .replaceSection(ItemSection(id: id, title: text(words: 2)), items)
    case .sections: return sectionChange(of: model)
    case .synonyms: return synonymChange(of: model)
    case .upkeep: return once(in: 2) ? .optimize : .reindex
    case .refused: return refused(in: model)
    case .pin:
      if let pin = model.pins.last, once(in: 4) {
        return .unpin(once(in: 2) ? nil : [pin.item], pin.text)
      }
      let text = model.pins.isEmpty || once(in: 3) ? pick(items).title : pick(model.pins).text
      return .pin(some(items, number(1...4)).map(\.id), text)
    }
  }

  private mutating func sectionChange(of model: ModelIndex) -> Change {
    let sections = model.sections.map(\.section.id)
    switch number(0...3) {
    case 0: return .reorderSections(some(sections, number(1...sections.count)))
    case 1: return .renameSection(pick(sections), text(words: 2))
    case 2: return .removeSection(pick(sections))
    default:
      let missing = ["a", "b", "c", "d", "e"].map { ItemSection.ID($0) }
        .filter { !sections.contains($0) }
      return missing.isEmpty
        ? .reorderSections(sections.reversed()) : .createSection(ItemSection(id: pick(missing)))
    }
  }

  private mutating func sectionID() -> ItemSection.ID {
    pick(["a", "b", "c", "d", "e"])
  }

  /// Returns items, with some unused ids and some used ones.
  private mutating func newItems(in model: ModelIndex) -> [Item] {
    let ids = some(Array(0..<40), number(1...6))
    return ids.map { item("\($0)", in: model) }
  }

  private mutating func item(_ id: String, in model: ModelIndex) -> Item {
    let old = model.item(Item.ID(id))
    let section = old.flatMap { once(in: 2) ? $0.section : nil } ?? sectionID()
    var item = Item(id: Item.ID(id), section: section, title: title(words: 4))
    if once(in: 4), let old { item.title = old.title }
    if once(in: 3) { item.subtitle = text(words: 3) }
    if once(in: 3) { item.body = text(words: 12) }
    if once(in: 3) { item.keywords = (0..<number(1...3)).map { _ in text(words: 2) } }
    if once(in: 4) { item.payload = Data(id.utf8) }
    if once(in: 2) { item.attributes = attributes() }
    item.weight = weight()
    return item
  }

  /// Returns a valid item and one that must be rejected.
  private mutating func refused(in model: ModelIndex) -> Change {
    var bad = Item(id: "bad", section: sectionID(), title: "bad")
    switch number(0...4) {
    case 0: bad.weight = pick([-1, .nan, .infinity])
    case 4: bad.attributes = pick([["a": .number(.nan)], ["": "b"], ["a\n": true]])
    case 1: bad.keywords = ["a\u{1F}b"]
    case 2: bad.section = ""
    default: bad = Item(id: "", section: "a", title: "bad")
    }
    return .refused([item("1", in: model), bad], .invalidItem)
  }
}
