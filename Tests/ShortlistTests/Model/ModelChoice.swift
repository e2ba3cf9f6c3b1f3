import Foundation

@testable import Shortlist

/// An item that was chosen among the results for a text.
struct ModelChoice {
  /// The folded text.
  let key: String
  let item: Item.ID
  /// The day of the choice. Each counts half after 30 days.
  let day: Int
}

extension ModelIndex {
  /// Returns the indices of the learned hits, in the order in which they come first: at most three in
  /// a group, those on tiers 1 to 4 before those on tiers 5, 6 and 7.
  func learned(of hits: [ModelAnswer.Hit], _ query: SearchQuery) -> [Int] {
    guard query.usesLearning, query.order == .rank, query.match == .all, query.sort == nil,
      let key = try? LearnedChoiceRow.key(of: query.text), !key.isEmpty
    else { return [] }
    var strengths: [Item.ID: Double] = [:]
    for choice in choices
    where choice.key.utf8.starts(with: key.utf8) || key.utf8.starts(with: choice.key.utf8) {
      strengths[choice.item, default: 0] += exp2(Double(choice.day) / 30)
    }
    let chosen = hits.indices.filter { strengths[hits[$0].id] != nil && !hits[$0].isPinned }
      .sorted { strengths[hits[$0].id, default: 0] > strengths[hits[$1].id, default: 0] }
    var learned: [Int] = []
    var counts: [ItemSection.ID?: Int] = [:]
    for tiers in [1...4, 5...5, 6...6, 7...7] {
      for index in chosen where tiers.contains(hits[index].rank.tier) {
        let group = query.layout == .flat ? nil : hits[index].section
        guard counts[group, default: 0] < 3 else { continue }
        counts[group, default: 0] += 1
        learned.append(index)
      }
    }
    return learned
  }
}
