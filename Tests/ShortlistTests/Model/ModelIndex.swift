import Shortlist

/// A repository without an index: sections with their items, in order.
struct ModelIndex {
  struct Section {
    var section: ItemSection
    var items: [Item] = []
  }

  let tokenizer: ModelTokenizer
  private(set) var sections: [Section] = []
  private(set) var documents: [Item.ID: ModelDocument] = [:]
  var choices: [ModelChoice] = []
  var synonyms: ModelSynonyms
  /// In the order in which they were pinned.
  var pins: [ModelPin] = []
  /// The current ids of moved items with derived ids, by the ids that would be derived for them
  /// now.
  private var aliases: [Item.ID: Item.ID] = [:]

  init(tokenizer: ModelTokenizer = ModelTokenizer()) {
    self.tokenizer = tokenizer
    synonyms = ModelSynonyms(tokenizer: tokenizer)
  }

  /// All items, section by section.
  var items: [Item] { sections.flatMap(\.items) }

  func item(_ id: Item.ID) -> Item? { items.first { $0.id == id } }
}

// MARK: - Sections

extension ModelIndex {
  mutating func createSection(_ section: ItemSection) {
    sections.append(Section(section: section))
  }

  mutating func renameSection(_ id: ItemSection.ID, to title: String) {
    sections[place(of: id)].section.title = title
  }

  mutating func reorderSections(_ ids: [ItemSection.ID]) {
    sections = Self.reordered(sections, by: ids) { $0.section.id }
  }

  mutating func removeSection(_ id: ItemSection.ID) {
    let removed = sections.remove(at: place(of: id))
    for item in removed.items { documents[item.id] = nil }
    forgetAliases()
  }

  /// Returns the index of a section, and creates the section if it is missing.
  private mutating func place(of id: ItemSection.ID) -> Int {
    if let place = sections.firstIndex(where: { $0.section.id == id }) { return place }
    createSection(ItemSection(id: id))
    return sections.count - 1
  }

  fileprivate static func reordered<Element, ID: Equatable>(
    _ elements: [Element], by ids: [ID], id: (Element) -> ID
  ) -> [Element] {
    ids.compactMap { wanted in elements.first { id($0) == wanted } }
      + elements.filter { !ids.contains(id($0)) }
  }
}

// MARK: - Items

extension ModelIndex {
  mutating func upsert(_ items: [Item]) {
    for item in items {
      var item = item
      if item.hasDerivedID, let known = self.item(aliases[item.id] ?? item.id) {
        item.id = known.id
        item.section = known.section
      }
      documents[item.id] = ModelDocument(item, tokenizer)
      let place = place(of: item.section)
      if let index = sections[place].items.firstIndex(where: { $0.id == item.id }) {
        sections[place].items[index] = item
      } else {
        take([item.id])
        sections[place].items.append(item)
      }
    }
  }

  mutating func move(_ ids: [Item.ID], to section: ItemSection.ID, at index: Int?) {
    let before = ids.compactMap(item)
    var moved = before
    for index in moved.indices { moved[index].section = section }
    take(ids)
    let place = place(of: section)
    let count = sections[place].items.count
    sections[place].items.insert(contentsOf: moved, at: min(index ?? count, count))
    for (item, old) in zip(moved, before) where old.section != section {
      aliases = aliases.filter { $0.value != item.id }
      let alias = Item.ID("\(section)/\(item.title)")
      guard item.id.rawValue.hasSuffix("/" + item.title), alias != item.id,
        self.item(alias) == nil, aliases[alias] == nil
      else { continue }
      aliases[alias] = item.id
    }
  }

  mutating func reweigh(_ id: Item.ID, to weight: Double) {
    for place in sections.indices {
      for index in sections[place].items.indices where sections[place].items[index].id == id {
        sections[place].items[index].weight = weight
      }
    }
  }

  mutating func reorder(_ section: ItemSection.ID, by ids: [Item.ID]) {
    let place = place(of: section)
    sections[place].items = Self.reordered(sections[place].items, by: ids) { $0.id }
  }

  mutating func remove(_ ids: [Item.ID]) {
    take(ids)
    for id in ids { documents[id] = nil }
    forgetAliases()
  }

  mutating func replaceSection(_ section: ItemSection, with items: [Item]) {
    let place = place(of: section.id)
    sections[place].section = section
    for item in sections[place].items { documents[item.id] = nil }
    take(items.map(\.id))
    sections[place].items = items
    for item in items { documents[item.id] = ModelDocument(item, tokenizer) }
    forgetAliases()
  }

  /// Removes the aliases and the pins of items that are gone.
  private mutating func forgetAliases() {
    aliases = aliases.filter { item($0.value) != nil }
    pins = pins.filter { item($0.item) != nil }
  }

  /// Removes items from their sections.
  private mutating func take(_ ids: [Item.ID]) {
    for place in sections.indices {
      sections[place].items.removeAll { ids.contains($0.id) }
    }
  }
}
