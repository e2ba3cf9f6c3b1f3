import Shortlist

/// Compares an answer of the library with the model's, and reports the first difference.
struct Comparison {
  /// The compared properties of a hit.
  struct Hit: Hashable, CustomStringConvertible {
    var id: Item.ID
    var tier: Int
    var isLearned: Bool
    var matchesSynonym: Bool
    var matchesSection: Bool
    var isPinned: Bool
    /// The score of a question's words, in 10⁻⁹.
    var score: Int?

    init(_ hit: ModelAnswer.Hit) {
      id = hit.id
      tier = hit.rank.tier
      isLearned = 0..<Int.max ~= hit.rank.learned
      matchesSynonym = hit.rank.isSynonym
      matchesSection = hit.matchesSection
      isPinned = hit.isPinned
      if hit.rank.isTierless { score = Int((hit.rank.relevance * 1e9).rounded()) }
    }

    init(_ hit: Shortlist.Hit) {
      id = hit.id
      tier = hit.tier.rawValue
      isLearned = hit.isLearned
      matchesSynonym = hit.matchesSynonym
      matchesSection = hit.matchesSection
      isPinned = hit.isPinned
    }

    init(_ hit: Shortlist.Hit, of query: SearchQuery) {
      self.init(hit)
      if query.match == .any { score = Int((hit.score * 1e9).rounded()) }
    }

    var description: String {
      "\(id):\(tier)\(isLearned ? "!" : "")\(matchesSynonym ? "~" : "")"
        + "\(matchesSection ? "+section" : "")\(isPinned ? "^" : "")"
    }
  }

  let model: ModelIndex
  let repository: BlockingItemRepository
  let query: SearchQuery

  /// Returns the first difference; `nil` if there is none.
  func difference() throws -> String? {
    let expected = model.search(query)
    let results = try repository.search(query)
    if let difference = facetDifference(results, expected) { return difference }
    return query.layout == .grouped
      ? try groupedDifference(results, expected) : try flatDifference(results, expected)
  }

  /// Compares the facets: exact numbers if all matches were counted, and otherwise lower bounds.
  private func facetDifference(_ results: SearchResults, _ expected: ModelAnswer) -> String? {
    guard results.facets.map(\.attribute) == query.facets else {
      return "facets \(results.facets.map(\.attribute)) instead of \(query.facets)"
    }
    let items = expected.flat.compactMap { model.item($0.id) }
    for facet in results.facets {
      let wanted = ModelAttributes.counts(facet.attribute, of: items)
      let name = "facet \(facet.attribute)"
      guard facet.values.contains(where: { !$0.total.isExact }) else {
        let found = facet.values.map { "\($0.value) \($0.total.value)" }
        let counts = wanted.map { "\($0.value) \($0.count)" }
        guard found != counts else { continue }
        return "\(name) is \(found) instead of \(counts)"
      }
      guard case .bounded(let bound) = query.totals else { return "\(name) is not exact" }
      let counts = Dictionary(grouping: wanted) { ModelAttributes.fold($0.value.description) }
      for value in facet.values {
        let most = counts[ModelAttributes.fold(value.value.description)]?.map(\.count).max() ?? 0
        guard (min(bound, most)...most).contains(value.total.value) else {
          return "\(name) has \(value) instead of \(most)"
        }
      }
    }
    return nil
  }

  private func groupedDifference(
    _ results: SearchResults, _ expected: ModelAnswer
  ) throws -> String? {
    let sections = results.groups.map(\.id)
    let shown = Array(expected.groups.prefix(query.maxGroups ?? .max))
    guard sections == shown.map(\.section) else {
      return "groups \(sections) instead of \(shown.map(\.section))"
    }
    guard results.groupTotal == .exactly(expected.groups.count) else {
      return "\(results.groupTotal) groups instead of \(expected.groups.count)"
    }
    guard results.hits.map(Hit.init) == results.groups.flatMap(\.hits).map(Hit.init) else {
      return "hits that are not those of the groups"
    }
    let all = expected.groups.reduce(0) { $0 + $1.hits.count }
    if let difference = difference(results.total, all) { return difference }
    for (group, wanted) in zip(results.groups, shown) {
      guard let section = model.sections.first(where: { $0.section.id == group.id }) else {
        return "no section \(group.id)"
      }
      guard section.section == group.section else { return "section \(group.section)" }
      if let difference = try difference(
        group.hits, next: group.next, total: group.total, wanted.hits,
        page: { cursor in
          let page = try self.page(cursor)
          guard page.groups.allSatisfy({ $0.id == group.id }) else { return nil }
          return page.groups.first.map { ($0.hits, $0.next, $0.total) }
        })
      {
        return "section \(group.id): \(difference)"
      }
    }
    return nil
  }

  private func flatDifference(
    _ results: SearchResults, _ expected: ModelAnswer
  ) throws -> String? {
    guard results.groups.isEmpty else { return "groups in a flat answer" }
    return try difference(
      results.hits, next: results.next, total: results.total, expected.flat,
      page: { cursor in
        let page = try self.page(cursor)
        return (page.hits, page.next, page.total)
      })
  }

  private func page(_ cursor: SearchCursor) throws -> SearchResults {
    var query = query
    query.after = cursor
    return try repository.search(query)
  }

  /// Compares a list of hits, page by page.
  private func difference(
    _ hits: [Shortlist.Hit], next: SearchCursor?, total: Total, _ expected: [ModelAnswer.Hit],
    page: (SearchCursor) throws -> (hits: [Shortlist.Hit], next: SearchCursor?, total: Total)?
  ) throws -> String? {
    if let difference = difference(total, expected.count) { return difference }
    var found: [Hit] = []
    var hits = hits
    var next = next
    let wanted = expected.map(Hit.init)
    while true {
      let here = Array(wanted[found.count...].prefix(query.limit))
      guard hits.map({ Hit($0, of: query) }) == here else {
        return "hits \(hits.map(Hit.init)) instead of \(here), after \(found.count)"
      }
      let scores = hits.filter { !$0.isLearned && !$0.isPinned }.map(\.score)
      guard scores.allSatisfy({ (0...1).contains($0) }) else { return "scores \(scores)" }
      if query.order == .rank, query.sort == nil,
        zip(scores, scores.dropFirst()).contains(where: { $0 < $1 })
      {
        return "rising scores \(scores)"
      }
      if let id = hits.map(\.item).first(where: { model.item($0.id) != $0 })?.id {
        return "item \(id) is not the one that was stored"
      }
      found += here
      guard (next == nil) == (found.count == wanted.count) else {
        return "\(next == nil ? "no" : "a") cursor after \(found.count) of \(wanted.count) hits"
      }
      guard let cursor = next else { return nil }
      guard let more = try page(cursor) else { return "no page after \(found.count) hits" }
      if let difference = difference(more.total, wanted.count) {
        return "page after \(found.count): \(difference)"
      }
      (hits, next) = (more.hits, more.next)
    }
  }

  /// Returns the difference of a total: it must be exact if requested, and otherwise at least as
  /// high as the requested bound.
  private func difference(_ total: Total, _ exact: Int) -> String? {
    switch (total, query.totals) {
    case (.exactly(exact), _): nil
    case (.atLeast(let value), .bounded(let asked)) where value <= exact:
      value >= min(asked, exact) ? nil : "total \(total) instead of \(exact), bound \(asked)"
    default: "total \(total) instead of \(exact)"
    }
  }
}
