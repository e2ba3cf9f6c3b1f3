import Foundation
import ShortlistTestSupport

@testable import Shortlist

extension SeededGenerator {
  /// Records the choice of an item for a text, or for its beginning: each a day after the last.
  mutating func choose(
    _ text: String, from model: inout ModelIndex, _ repository: BlockingItemRepository
  ) throws {
    guard !model.items.isEmpty else { return }
    let item = pick(model.items).id
    let text = String(text.prefix(number(1...10)))
    let day = model.choices.count
    let start = Date().timeIntervalSince1970 - 1_000 * 86_400
    try repository.rememberChoice(of: item, for: text, at: start + Double(day) * 86_400)
    let key = try LearnedChoiceRow.key(of: text)
    if !key.isEmpty { model.choices.append(ModelChoice(key: key, item: item, day: day)) }
  }
}
