import Shortlist

/// A query for the items of one section, whose title matches some of its clauses.
struct ModelSectionTitle {
  /// The query for the item: the clauses that the title does not match, or any one of them if it
  /// matches all.
  let rest: ModelQuery

  /// `nil` if the title matches no clause, or if there is only one.
  init?(_ typed: ModelQuery, _ section: ItemSection, _ tokenizer: ModelTokenizer) {
    let title = ModelText(section.title, tokenizer)
    let left = typed.clauses.filter { !Self.matches($0, title) }
    guard typed.clauses.count > 1, left.count < typed.clauses.count else { return nil }
    rest = typed.limited(
      to: left.isEmpty
        ? [ModelClause(alternatives: typed.clauses.flatMap(\.alternatives))] : left)
  }

  /// Whether the title contains an alternative, as whole words or, from three letters on, with the
  /// last word as the beginning of one.
  private static func matches(_ clause: ModelClause, _ title: ModelText) -> Bool {
    !clause.isQuoted && clause.alternatives.allSatisfy { $0.field == nil }
      && clause.alternatives.contains { alternative in
        let letters = alternative.phrase.last.map {
          String(decoding: $0.text, as: UTF8.self).unicodeScalars.count
        }
        return title.contains(
          alternative.phrase, endsInPrefix: alternative.endsInPrefix && letters ?? 0 >= 3)
      }
  }
}

extension ModelIndex {
  /// Returns the items that match together with the title of their section, one tier below the
  /// match of the item alone, and after that tier's other hits. Those of tier 4 stay there, last.
  func sectionTitleHits(
    _ query: SearchQuery, _ typed: ModelQuery, without found: Set<Item.ID>
  ) -> [ModelAnswer.Hit] {
    sections.flatMap { section -> [ModelAnswer.Hit] in
      guard query.sections?.contains(section.section.id) ?? true,
        let title = ModelSectionTitle(typed, section.section, tokenizer)
      else { return [] }
      var own = query
      own.sections = [section.section.id]
      let tiers = ModelTiers(title.rest)
      return hits(own, without: found) { tiers.tier(of: $0) }.map { hit in
        var hit = hit
        hit.matchesSection = true
        hit.rank.part = hit.rank.tier == 4 ? 3 : 2
        hit.rank.tier = min(hit.rank.tier + 1, 4)
        return hit
      }
    }
  }
}
