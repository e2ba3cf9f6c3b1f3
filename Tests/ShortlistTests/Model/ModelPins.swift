@testable import Shortlist

/// An item pinned for a text.
struct ModelPin {
  let text: String
  /// The folded text.
  let key: String
  let item: Item.ID
}

extension ModelIndex {
  mutating func pin(_ ids: [Item.ID], for text: String) {
    let key = (try? LearnedChoiceRow.key(of: text)) ?? ""
    guard !key.isEmpty else { return }
    for id in ids {
      pins.removeAll { $0.key == key && $0.item == id }
      pins.append(ModelPin(text: text, key: key, item: id))
    }
  }

  mutating func unpin(_ ids: [Item.ID]?, for text: String) {
    let key = try? LearnedChoiceRow.key(of: text)
    pins.removeAll { $0.key == key && ids?.contains($0.item) ?? true }
  }

  /// Adds the items pinned for the text that match on no tier, as hits of tier 1, and puts all
  /// pinned ones first. Excluded items, and those of other sections, stay away.
  func takePins(
    _ query: SearchQuery, _ typed: ModelQuery, _ hits: inout [ModelAnswer.Hit]
  ) {
    guard query.match == .all, !typed.clauses.isEmpty else { return }
    let key = try? LearnedChoiceRow.key(of: query.text)
    let ids = pins.filter { $0.key == key }.map(\.item)
    guard !ids.isEmpty else { return }
    let tiers = ModelTiers(typed)
    hits += self.hits(query, without: Set(hits.map(\.id))) { tiers.isExcluded($0) ? nil : 1 }
      .filter { ids.contains($0.id) }
    for index in hits.indices {
      guard let place = ids.firstIndex(of: hits[index].id) else { continue }
      hits[index].isPinned = true
      if query.order == .rank { hits[index].rank.learned = place - ids.count }
    }
  }
}
