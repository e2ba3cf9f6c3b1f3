import Foundation
@_spi(SearchEngines) import Shortlist

/// The hits to show of one section, or of all in one list.
private struct ServerPage {
  var matches: [ServerMatch]
  var hasMore: Bool
  /// The best match of the group.
  var best: ServerMatch
}

extension PostgresSearch {
  /// Reads the items that are shown, and arranges them as the query asks.
  func results(startedAt start: ContinuousClock.Instant) throws(ShortlistError) -> SearchResults {
    query.layout == .grouped ? try grouped(start) : try flat(start)
  }

  private func grouped(_ start: ContinuousClock.Instant) throws(ShortlistError) -> SearchResults {
    var pages: [(place: Int, number: Int64, page: ServerPage)] = []
    for (number, matches) in sections {
      guard let place = list.order[number],
        let page = page(of: Array(matches.byID.values), counted: matches.count)
      else { continue }
      pages.append((place, number, page))
    }
    let groupTotal = pages.count
    let groupsByList = query.groupOrder == .sections
    pages.sort { a, b in
      groupsByList
        ? a.place < b.place : EngineMatch.precedes(a.page.best.match, b.page.best.match, in: .rank)
    }
    if let most = query.maxGroups, query.after == nil { pages = Array(pages.prefix(most)) }
    let items = try items(of: pages.flatMap(\.page.matches))
    let highlighter = engine.highlighter()
    var groups: [HitGroup] = []
    for (place, number, page) in pages {
      let section = list.sections[place].section
      let hits = try hits(page, items, highlighter)
      guard !hits.isEmpty else { continue }
      let found = sections[number] ?? ServerMatches()
      groups.append(
        HitGroup(
          section: section, hits: hits,
          total: wasInterrupted ? .atLeast(found.count) : found.total,
          next: cursor(after: page, section: section.id)))
    }
    let totals = sections.values.map(\.total).reduce(.exactly(0), +)
    return SearchResults(
      query: query, groups: groups, total: wasInterrupted ? .atLeast(totals.value) : totals,
      groupTotal: wasInterrupted ? .atLeast(groupTotal) : .exactly(groupTotal),
      notes: try notes(), correctedText: try correctedText(groups.flatMap(\.hits)),
      facets: try facets(), duration: ContinuousClock.now - start)
  }

  private func flat(_ start: ContinuousClock.Instant) throws(ShortlistError) -> SearchResults {
    let all = sections.values.flatMap(\.byID.values)
    let page = page(of: all, counted: count)
    let items = try items(of: page?.matches ?? [])
    let hits = try page.map { (page) throws(ShortlistError) in
      try self.hits(page, items, engine.highlighter())
    }
    return SearchResults(
      query: query, hits: hits ?? [],
      total: wasInterrupted || isFlatBounded ? .atLeast(count) : .exactly(count),
      next: page.flatMap { cursor(after: $0, section: nil) }, notes: try notes(),
      correctedText: try correctedText(hits ?? []), facets: try facets(),
      duration: ContinuousClock.now - start)
  }

  // MARK: Pages

  /// `nil` if nothing is left to show.
  private func page(of all: [ServerMatch], counted: Int) -> ServerPage? {
    func precedes(_ a: ServerMatch, _ b: ServerMatch) -> Bool {
      EngineMatch.precedes(a.match, b.match, in: query.order)
    }
    guard
      let best = all.min(by: { EngineMatch.precedes($0.match, $1.match, in: .rank) })
    else { return nil }
    var rest = all
    if let after = query.after {
      rest.removeAll {
        !after.key.lexicographicallyPrecedes($0.match.cursorKey(in: query.order))
      }
    }
    rest.sort(by: precedes)
    guard !rest.isEmpty else { return nil }
    let shown = Array(rest.prefix(query.limit))
    let hasMore = (takesAll ? rest.count : counted) > shown.count
    return ServerPage(matches: shown, hasMore: hasMore, best: best)
  }

  private func cursor(after page: ServerPage, section: ItemSection.ID?) -> SearchCursor? {
    guard page.hasMore, let last = page.matches.last else { return nil }
    return SearchCursor(section: section, key: last.match.cursorKey(in: query.order))
  }

  private func hits(
    _ page: ServerPage, _ items: [Item.ID: Item], _ highlighter: EngineHighlighter
  ) throws(ShortlistError) -> [Hit] {
    var hits: [Hit] = []
    for match in page.matches {
      guard let item = items[Item.ID(match.id)] else { continue }
      hits.append(try highlighter.hit(item, match.match))
    }
    return hits
  }

  private func items(of matches: [ServerMatch]) throws(ShortlistError) -> [Item.ID: Item] {
    try ServerItems.items(
      matches.map(\.id), in: Array(Set(matches.map(\.section))).sorted(), list, connection)
  }

  // MARK: Remarks

  private func notes() throws(ShortlistError) -> [SearchResults.Note] {
    var notes = engine.notes + unknownSections.map { .unknownSection($0) }
    var names = Set(query.facets)
    names.formUnion(query.filter?.attributes ?? [])
    if !names.isEmpty {
      let rows = try connection.query(
        """
        SELECT name FROM unnest($1::text[]) a(name)
        WHERE NOT EXISTS (SELECT FROM shortlist.item WHERE facts ? name)
        """, [PostgresValue(names.sorted())])
      notes += (0..<rows.count).map { .unknownAttribute(rows.text($0, 0)) }
    }
    if wasInterrupted { notes.append(.timeBudgetSpent) }
    return notes
  }

  private func correctedText(_ hits: [Hit]) throws(ShortlistError) -> String? {
    let isCorrect = sections.values.contains { matches in
      matches.byID.values.contains { $0.level <= .substring }
    }
    guard !isCorrect else { return nil }
    let best = hits.reduce(hits.first) { best, hit in
      hit.score > best?.score ?? 0 ? hit : best
    }
    return try engine.correctedText(for: best)
  }
}
