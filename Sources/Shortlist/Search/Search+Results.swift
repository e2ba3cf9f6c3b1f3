extension Search {
  /// A stretch of the matches, best first.
  private struct Page {
    var shown: ArraySlice<Candidate>
    /// Whether more follow.
    var hasMore: Bool
  }

  /// Reads the items of the best matches, and arranges them as they were asked for.
  func results(startedAt start: ContinuousClock.Instant) throws(ShortlistError) -> SearchResults {
    var groups: [HitGroup] = []
    var hits: [Hit] = []
    var next: SearchCursor?
    if query.layout == .grouped {
      groups = try self.groups()
      hits = groups.flatMap(\.hits)
    } else {
      var all: [Candidate] = []
      for section in sections.values { all += try candidates(of: section) }
      let page = page(of: all, counted: count)
      (hits, next) = try self.hits(page, highlighter(), section: nil)
    }
    var notes = parsed.notes + scope.unknown.map { .unknownSection($0) }
    if wasInterrupted { notes.append(.timeBudgetSpent) }
    if connection.outdated != nil { notes.append(.indexOutdated) }
    return SearchResults(
      query: query, groups: groups, hits: hits,
      total: isBounded ? .atLeast(count) : .exactly(count), next: next, notes: notes,
      correctedText: try correctedText(hits), duration: ContinuousClock.now - start,
      plan: log?.plan)
  }

  /// The query as the best hit spells it, when only misspelt words matched.
  private func correctedText(_ hits: [Hit]) throws(ShortlistError) -> String? {
    let isAnswered = sections.values.contains { section in
      section.count(upTo: .fragment) > 0
    }
    let best = hits.reduce(hits.first) { best, hit in
      hit.score > best?.score ?? 0 ? hit : best
    }
    guard !isAnswered, let best, best.rung == .typo || best.rung == .typos else { return nil }
    return try CorrectedText(query.text).spelled(as: best.item)
  }

  private func groups() throws(ShortlistError) -> [HitGroup] {
    let highlighter = self.highlighter()
    var found: [(group: HitGroup, best: Candidate)] = []
    for section in sections.values {
      let id = section.row.section.id
      guard query.after == nil || query.after?.section == id else { continue }
      let total: Total = wasInterrupted ? .atLeast(section.count) : section.total
      let all = try candidates(of: section)
      let page = page(of: all, counted: section.count)
      guard !page.shown.isEmpty, let best = all.min(by: Candidate.ranksBefore) else { continue }
      let (hits, next) = try hits(page, highlighter, section: id)
      let group = HitGroup(
        section: section.row.section, hits: hits, total: total, next: next)
      found.append((group, best))
    }
    let isBefore = query.groupOrder == .bestHit ? Candidate.ranksBefore : Candidate.standsBefore
    // Numbers are cheaper to move about than groups.
    return found.indices.sorted { isBefore(found[$0].best, found[$1].best) }.map { found[$0].group }
  }

  // MARK: Order

  /// The matches of a section, with what ranks them.
  func candidates(
    of section: SectionMatches
  ) throws(ShortlistError) -> [Candidate] {
    var candidates: [Candidate] = []
    let isQuestion = query.match == .any
    for step in Step.allCases {
      let isScored = isQuestion || step == .text
      for docid in section[step] {
        // While nothing was moved about, docids of a class rise as positions do.
        let tie = takesAll || section.row.isShuffled ? try position(of: docid) : docid
        candidates.append(
          Candidate(
            docid: docid, step: step, sectionPosition: section.row.position, tie: tie,
            naming: namings[docid] ?? Naming.none, relevance: isScored ? relevance[docid] ?? 0 : 0,
            isRungless: isQuestion))
      }
    }
    return candidates
  }

  func position(of docid: Int64) throws(ShortlistError) -> Int64 {
    let statement = try connection.statement("SELECT position FROM item WHERE docid = ?1")
    statement.bind(docid, at: 1)
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : 0
  }

  private func page(of all: [Candidate], counted: Int) -> Page {
    let isBefore = query.order == .list ? Candidate.standsBefore : Candidate.ranksBefore
    var rest = all.sorted(by: isBefore)[...]
    if let after = query.after {
      rest = rest.drop { !after.key.lexicographicallyPrecedes(key(of: $0)) }
    }
    let shown = rest.prefix(query.limit)
    return Page(shown: shown, hasMore: (takesAll ? rest.count : counted) > shown.count)
  }

  /// What a cursor remembers of a match: its place in the order that was asked for.
  private func key(of candidate: Candidate) -> [Int64] {
    let place = [candidate.sectionPosition, candidate.tie, candidate.docid]
    guard query.order == .rank else { return place }
    let step = candidate.isRungless ? 0 : Int64(candidate.step.rawValue)
    // The bits of numbers from 0 up are in their order.
    let relevance = -Int64(bitPattern: candidate.relevance.bitPattern)
    return [step, relevance, Int64(candidate.rank)] + place
  }

  // MARK: Hits

  private func highlighter() -> Highlighter {
    let clauses = query.match == .any ? ProseQuery(parsed.clauses).clauses : parsed.clauses
    let hasTypos = sections.values.contains { section in
      section.count(on: .typo) > 0 || section.count(on: .typos) > 0
    }
    return Highlighter(clauses, stems: stems, spellings: hasTypos ? TypoSpellings(parsed) : nil)
  }

  private static let itemByDocid = "SELECT \(Item.columns) FROM item WHERE docid = ?1"

  /// Reads the items of a page, and where the next page begins.
  private func hits(
    _ page: Page, _ highlighter: Highlighter, section: ItemSection.ID?
  ) throws(ShortlistError) -> (hits: [Hit], next: SearchCursor?) {
    var hits: [Hit] = []
    hits.reserveCapacity(page.shown.count)
    var last: Candidate?
    let statement = try connection.statement(Self.itemByDocid)
    for candidate in page.shown {
      statement.bind(candidate.docid, at: 1)
      defer { statement.reset() }
      guard try statement.step(), let order = table.order[DocID(candidate.docid).section] else {
        throw ShortlistError(
          .damaged, "The index is damaged: it holds an item that is not in the list.")
      }
      let item = Item(statement, section: table.rows[order].section.id)
      let (highlights, snippet) = try highlighter.highlights(
        title: item.title, subtitle: item.subtitle, keywords: item.keywords, body: item.body,
        rung: candidate.rung, snippetLength: query.snippetLength)
      var hit = Hit(
        item: item, rung: candidate.rung, score: candidate.score, highlights: highlights,
        snippet: snippet)
      if query.explains {
        hit.explanation = try explanation(of: candidate, item, highlights: highlights)
      }
      hits.append(hit)
      last = candidate
      last?.tie = Item.position(statement)
    }
    let next = page.hasMore ? last.map { SearchCursor(section: section, key: key(of: $0)) } : nil
    return (hits, next)
  }
}

extension Candidate {
  /// In 0...1: each rung has an eighth of its own, and within it a better rank scores higher.
  var score: Double {
    guard !isRungless else { return relevance }
    let place = 1 - (Double(rank) + 0.5) / Double(1 << Self.rankBits)
    let parts = step.parts
    // On rung 4, those ranked by their words stand before those that are not.
    let rank =
      rung == .text
      ? relevance > 0 ? 0.5 + relevance / 2 : place / 2
      : (Double(parts.worse) + place) / Double(parts.count)
    return (Double(Rung.allCases.count - rung.rawValue) + rank) / Double(Rung.allCases.count)
  }
}
