import Shortlist
import ShortlistPostgres

/// Compares an answer of a server with the model's, and reports the first difference.
struct ServerComparison {
  let model: ModelIndex
  let source: PostgresSource
  let query: SearchQuery

  /// Returns the first difference; `nil` if both agree.
  func difference() async throws -> String? {
    let expected = model.search(query)
    let results = try await source.search(query)
    guard results.notes.allSatisfy({ $0 != .timeBudgetSpent }) else { return "no time" }
    if let difference = facetDifference(results, expected) { return difference }
    return query.layout == .grouped
      ? try await groupedDifference(results, expected)
      : try await difference(
        results.hits, results.next, results.total, expected.flat,
        all: expected.flat.count
      ) { page in (page.hits, page.next, page.total) }
  }

  private func facetDifference(_ results: SearchResults, _ expected: ModelAnswer) -> String? {
    guard results.facets.map(\.attribute) == query.facets else { return "facets" }
    let items = expected.flat.compactMap { model.item($0.id) }
    for facet in results.facets {
      let wanted = ModelAttributes.counts(facet.attribute, of: items)
        .map { "\($0.value) \($0.count)" }
      let found = facet.values.map { "\($0.value) \($0.total.value)" }
      guard found == wanted else { return "facet \(found) instead of \(wanted)" }
    }
    return nil
  }

  private func groupedDifference(
    _ results: SearchResults, _ expected: ModelAnswer
  ) async throws -> String? {
    let shown = Array(expected.groups.prefix(query.maxGroups ?? .max))
    let isOrdered = Self.isOrdered(expected.groups.compactMap(\.hits.first))
    let (found, wanted) = (results.groups.map(\.id), shown.map(\.section))
    guard isOrdered ? found == wanted : found.count == wanted.count else {
      return "groups \(found) instead of \(wanted)"
    }
    guard results.groupTotal == .exactly(expected.groups.count) else { return "group total" }
    let all = expected.groups.reduce(0) { $0 + $1.hits.count }
    if let difference = difference(results.total, all) { return difference }
    for group in results.groups {
      guard let own = expected.groups.first(where: { $0.section == group.id }) else {
        return "a group \(group.id)"
      }
      guard model.sections.contains(where: { $0.section == group.section }) else {
        return "section \(group.section)"
      }
      let difference = try await difference(
        group.hits, group.next, group.total, own.hits, all: own.hits.count
      ) { page in
        guard page.groups.count == 1, page.groups[0].id == group.id else { return nil }
        return (page.groups[0].hits, page.groups[0].next, page.groups[0].total)
      }
      if let difference { return "section \(group.id): \(difference)" }
    }
    return nil
  }

  /// Compares a list of hits, page by page.
  private func difference(
    _ hits: [Hit], _ next: SearchCursor?, _ total: Total, _ expected: [ModelAnswer.Hit], all: Int,
    page: (SearchResults) -> (hits: [Hit], next: SearchCursor?, total: Total)?
  ) async throws -> String? {
    if let difference = difference(total, all) { return difference }
    var (hits, next) = (hits, next)
    var found: [Hit] = []
    while true {
      let wanted = expected[found.count...].prefix(query.limit)
      guard hits.count == wanted.count else {
        return "\(hits.count) hits instead of \(wanted.count), after \(found.count)"
      }
      let scores = hits.map(\.score)
      guard scores.allSatisfy({ (0...1).contains($0) }) else { return "scores \(scores)" }
      if query.order == .rank, zip(scores, scores.dropFirst()).contains(where: { $0 < $1 }) {
        return "rising scores \(scores)"
      }
      found += hits
      guard (next == nil) == (found.count == expected.count) else {
        return "\(next == nil ? "no" : "a") cursor after \(found.count) of \(expected.count) hits"
      }
      guard let cursor = next else { break }
      var query = query
      query.after = cursor
      guard let more = page(try await source.search(query)) else {
        return "no page after \(found.map(\.id)), cursor \(cursor), of \(expected.map(\.id))"
      }
      if let difference = difference(more.total, all) { return "page: \(difference)" }
      (hits, next) = (more.hits, more.next)
    }
    if let item = found.map(\.item).first(where: { model.item($0.id) != $0 }) {
      return "item \(item) is not \(model.item(item.id).map { "\($0)" } ?? "there")"
    }
    return orderDifference(found, expected)
  }

  /// On tiers 6 and 7 the order is free.
  private func orderDifference(_ found: [Hit], _ expected: [ModelAnswer.Hit]) -> String? {
    func shown(_ id: Item.ID, _ tier: Int, _ isInSection: Bool) -> String {
      "\(id):\(tier)\(isInSection ? "+section" : "")"
    }
    let (all, wanted) = (
      found.map { shown($0.id, $0.tier.rawValue, $0.matchesSection) },
      expected.map { shown($0.id, $0.rank.tier, $0.matchesSection) }
    )
    guard Set(all) == Set(wanted), all.count == wanted.count else {
      return "hits \(all) instead of \(wanted)"
    }
    if Self.isOrdered(expected) || query.order == .list {
      return all == wanted ? nil : "order \(all) instead of \(wanted)"
    }
    let good = expected.filter { $0.rank.tier <= 5 }.count
    return all.prefix(good) == wanted.prefix(good) ? nil : "order \(all) instead of \(wanted)"
  }

  private static func isOrdered(_ hits: [ModelAnswer.Hit]) -> Bool {
    hits.allSatisfy { $0.rank.tier <= 5 }
  }

  private func difference(_ total: Total, _ exact: Int) -> String? {
    switch (total, query.totals) {
    case (.exactly(exact), _): nil
    case (.atLeast(let value), .bounded(let asked)) where value <= exact:
      value >= min(asked, exact) ? nil : "total \(total) instead of \(exact), bound \(asked)"
    default: "total \(total) instead of \(exact)"
    }
  }
}
