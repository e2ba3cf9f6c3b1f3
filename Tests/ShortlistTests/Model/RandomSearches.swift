import Shortlist
import ShortlistTestSupport

extension SeededGenerator {
  /// Returns weights that leave no remainder in sums.
  private mutating func fieldWeights() -> [Field: Double] {
    guard once(in: 4) else { return [:] }
    return some(Field.allCases, number(1...4))
      .reduce(into: [:]) { $0[$1] = pick([0, 0, 0.25, 1, 2.5, 10, 100]) }
  }

  private mutating func typoTolerance() -> TypoTolerance {
    let typos: TypoTolerance =
      once(in: 4) ? .off : once(in: 4) ? .after(letters: number(3...9)) : .on
    return once(in: 4) ? typos.limited(to: Set(some(Field.allCases, number(0...3)))) : typos
  }

  /// Returns a query about the model's items that uses all options.
  mutating func search(of model: ModelIndex) -> SearchQuery {
    let texts = model.items.flatMap { [$0.title, $0.title, $0.subtitle, $0.body] + $0.keywords }
      .filter { !$0.isEmpty }
    let terms = model.synonyms.sets.flatMap { $0.terms + ($0.source.map { [$0] } ?? []) }
    var text = ""
    let operators = !once(in: 6)
    repeat {
      text = query(from: !terms.isEmpty && once(in: 3) ? terms : texts)
      if once(in: 4) {
        let words = pick(model.sections + [.init(section: ItemSection(id: "a"))]).section.title
          .split(separator: " ")
        text = "\(pick(words + ["a"])) \(text)"
      }
      if !model.pins.isEmpty, once(in: 3) { text = pick(model.pins).text }
    } while !Settled.contains(text, model.tokenizer, operators: operators)
      || model.synonyms.spellings(of: ModelQuery(text, model.tokenizer, operators: operators))
        .contains { $0.choiceCount > 8 }
    let sections = model.sections.map(\.section.id) + ["unknown"]
    var query = SearchQuery(
      text,
      in: once(in: 4) ? some(sections, number(0...3)) : nil,
      limit: number(1...10),
      maxGroups: once(in: 3) ? number(1...4) : nil,
      layout: once(in: 3) ? .flat : .grouped,
      order: once(in: 4) ? .list : .rank,
      groupOrder: once(in: 3) ? .sections : .bestHit,
      match: once(in: 4) ? .any : .all,
      totals: once(in: 4) ? .bounded(number(1...8)) : .exact,
      typos: typoTolerance(), operators: operators,
      usesLearning: once(in: 3), matchesSectionTitles: !once(in: 4),
      fieldWeights: fieldWeights(), timeBudget: .seconds(600))
    if once(in: 2) { addAttributes(to: &query) }
    return query
  }
}
