import Shortlist

/// The model's answer, before limits are applied.
struct ModelAnswer {
  struct Hit: Hashable {
    var id: Item.ID
    var section: ItemSection.ID
    var rank: ModelRank
    /// Whether the title of the section matches some of the words.
    var matchesSection = false
    /// Whether it was pinned for the text.
    var isPinned = false
  }

  struct Group {
    var section: ItemSection.ID
    /// All hits of the section, in order.
    var hits: [Hit]
  }

  /// The sections that have hits, in order.
  var groups: [Group]
  /// All hits of all sections, in the order of a flat answer.
  var flat: [Hit]
}

extension ModelQuery {
  /// Whether the query is one word of at most three letters, which disables the ranking of prose.
  fileprivate var isBarelyBegun: Bool {
    clauses.count == 1
      && clauses[0].alternatives.allSatisfy { alternative in
        alternative.endsInPrefix && alternative.phrase.count == 1
          && alternative.phrase.allSatisfy { token in
            String(decoding: token.text, as: UTF8.self).unicodeScalars.count <= 3
          }
      }
  }
}

extension ModelQuery {
  /// Whether the last word has at most one letter, which also disables the ranking of prose.
  fileprivate var endsInLetter: Bool {
    clauses.last?.alternatives.allSatisfy { alternative in
      alternative.endsInPrefix
        && alternative.phrase.last.map {
          String(decoding: $0.text, as: UTF8.self).unicodeScalars.count == 1
        } ?? false
    } ?? false
  }
}

extension ModelIndex {
  /// Compares every item with the query.
  func search(_ query: SearchQuery) -> ModelAnswer {
    let typed = ModelQuery(query.text, tokenizer, operators: query.operators)
    let tiers = ModelTiers(typed, query.typos)
    let prose = ModelProse(
      query.match == .any ? ModelProse.question(typed) : typed.clauses, self, query.fieldWeights)
    var hits: [ModelAnswer.Hit]
    if query.match == .any {
      hits = self.hits(query) { document in
        tiers.isExcluded(document) || !prose.matches(document)
          ? nil : tiers.isAll(document, of: typed)
      }
    } else if typed.clauses.isEmpty,
      query.filter != nil || query.sort != nil || !query.facets.isEmpty
    {
      hits = self.hits(query) { tiers.hasExcludedWord($0) ? nil : 3 }
    } else {
      hits = self.hits(query) { tiers.tier(of: $0) }
      matchSynonyms(of: typed, query, &hits)
    }
    if query.match == .all, !typed.isBarelyBegun {
      let distinctiveness = ModelDistinctiveTerms(typed, self, query)
      for index in hits.indices where hits[index].rank.tier <= 3 && !hits[index].rank.isSynonym {
        hits[index].rank.distinctiveness = distinctiveness.key(of: hits[index].id)
      }
    }
    let isSorted = query.sort != nil && query.match == .all
    let ranksTexts =
      query.order == .rank && !isSorted && !typed.isBarelyBegun && !typed.endsInLetter
    for index in hits.indices
    where query.match == .any
      || ranksTexts && hits[index].rank.tier == 4 && !hits[index].rank.isSynonym
    {
      guard let document = documents[hits[index].id] else { continue }
      hits[index].rank.relevance = min(prose.score(of: document) / prose.best, 1)
      hits[index].rank.isTierless = query.match == .any
    }
    if query.match == .all, query.matchesSectionTitles {
      hits += sectionTitleHits(query, typed, without: Set(hits.map(\.id)))
    }
    takePins(query, typed, &hits)
    if query.match == .all, hits.count < query.limit {
      let found = Set(hits.map(\.id))
      hits += self.hits(query) { tiers.isSubstring(of: $0) ? 5 : nil }
        .filter { !found.contains($0.id) }
    }
    for tier in 6...7 where query.typos.isOn && query.match == .all && hits.count < query.limit {
      let found = Set(hits.map(\.id))
      let distinctiveness = ModelDistinctiveTerms(typed, self, query, tier: tier)
      let whole = ModelTiers(typed.whole, query.typos)
      var typos = self.hits(query, without: found) { document in
        tiers.isExcluded(document)
          ? nil : tiers.typoTier(of: document).flatMap { $0 <= tier ? tier : nil }
      }
      for index in typos.indices {
        guard let document = documents[typos[index].id] else { continue }
        typos[index].rank.part =
          [whole, tiers].firstIndex {
            $0.typoTier(of: document, in: [.title, .keywords]).map { $0 <= tier } ?? false
          } ?? 2
        guard typos[index].rank.part == 0 else { continue }
        typos[index].rank.distinctiveness = distinctiveness.key(of: typos[index].id)
      }
      hits += typos
    }
    for (place, index) in learned(of: hits, query).enumerated() where !typed.clauses.isEmpty {
      hits[index].rank.learned = place
    }
    let groups = sections.compactMap { section in
      let own = hits.filter { $0.section == section.section.id }
      return own.isEmpty ? nil : ModelAnswer.Group(section: section.section.id, hits: own)
    }
    return ModelAnswer(
      groups: ordered(groups, query).map { group in
        ModelAnswer.Group(section: group.section, hits: ordered(group.hits, query))
      },
      flat: ordered(hits, query))
  }

  /// Adds the items that match on tiers 1 to 4 with synonyms in place of typed words, and moves
  /// those up that match on a better tier that way.
  private func matchSynonyms(
    of typed: ModelQuery, _ query: SearchQuery, _ hits: inout [ModelAnswer.Hit]
  ) {
    let spellings = synonyms.spellings(of: typed).map { ModelTiers($0) }
    guard !spellings.isEmpty else { return }
    let literal = Dictionary(uniqueKeysWithValues: hits.map { ($0.id, $0.rank.tier) })
    var others = self.hits(query) { document in
      spellings.compactMap { $0.tier(of: document) }.min()
    }.filter { $0.rank.tier < literal[$0.id] ?? .max }
    for index in others.indices { others[index].rank.part = 1 }
    let moved = Set(others.map(\.id))
    hits = hits.filter { !moved.contains($0.id) } + others
  }

  func hits(
    _ query: SearchQuery, without found: Set<Item.ID> = [], tier: (ModelDocument) -> Int?
  ) -> [ModelAnswer.Hit] {
    var hits: [ModelAnswer.Hit] = []
    for (place, section) in sections.enumerated() {
      let id = section.section.id
      guard query.sections?.contains(id) ?? true else { continue }
      for (position, item) in section.items.enumerated() {
        guard !found.contains(item.id), let document = documents[item.id],
          query.filter.map({ ModelAttributes.meets($0, item) }) ?? true, let tier = tier(document)
        else { continue }
        var rank = ModelRank(
          tier: tier, weightClass: ModelRank.weightClass(item.weight),
          lengthClass: ModelRank.lengthClass(ModelRank.length(item.title)), section: place,
          position: position)
        if query.match == .all, let sort = query.sort {
          let values = item.attributes[sort.attribute]?.elements ?? []
          rank.sort = ModelSortKey(values, sort.direction == .descending)
        }
        hits.append(ModelAnswer.Hit(id: item.id, section: id, rank: rank))
      }
    }
    return hits
  }

  private func ordered(_ hits: [ModelAnswer.Hit], _ query: SearchQuery) -> [ModelAnswer.Hit] {
    switch query.sort != nil && query.match == .all ? .rank : query.order {
    case .rank: hits.sorted { $0.rank < $1.rank }
    case .list: hits.sorted { ModelRank.listPrecedes($0.rank, $1.rank) }
    }
  }

  /// Orders groups by their best hits, or in section order.
  private func ordered(
    _ groups: [ModelAnswer.Group], _ query: SearchQuery
  ) -> [ModelAnswer.Group] {
    guard query.groupOrder == .bestHit else { return groups }
    let best = groups.map { group in (group, group.hits.map(\.rank).min()) }
    return best.sorted { a, b in
      guard let first = a.1, let second = b.1 else { return false }
      return first < second
    }.map(\.0)
  }
}
