import Shortlist
import ShortlistTestSupport

extension SeededGenerator {
  /// Returns an item of one of a few sections. U+0000 is left out: no text in PostgreSQL holds it.
  mutating func serverItem(number: Int) -> Item {
    let section = ItemSection.ID(pick(["a", "Rome", "new lists", "b"]))
    var item = Item(
      id: Item.ID("\(number)"), section: section, title: title(words: 3).replacing("\0", with: "x"))
    if once(in: 3) { item.subtitle = text(words: 3).replacing("\0", with: "") }
    if once(in: 3) {
      item.keywords = (0..<self.number(1...3)).map { _ in
        title(words: 2).replacing("\0", with: "x").replacing("\u{1F}", with: "")
      }
    }
    if once(in: 3) { item.body = text(words: 8).replacing("\0", with: "") }
    item.weight = weight()
    if once(in: 2) { item.attributes = attributes() }
    return item
  }

  /// Returns a query with those options that a server takes.
  mutating func serverQuery(of model: ModelIndex) -> SearchQuery {
    while true {
      var query = search(of: model)
      query.match = .all
      query.sort = nil
      query.usesLearning = false
      query.maxFacetValues = 1_000
      guard !query.text.contains("\0") else { continue }
      return query
    }
  }

  /// Returns a change of the items or the sections of a file.
  mutating func serverChange(of model: ModelIndex) -> Change {
    let mood = Mood(kinds: [
      .upsert, .upsert, .move, .reweigh, .remove, .reorder, .replaceSection, .sections,
    ])
    while true {
      let change = change(of: model, mood: mood)
      if !"\(change)".contains("\\0"), !"\(change)".contains("\0") { return change }
    }
  }
}
