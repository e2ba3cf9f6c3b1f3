extension Search {
  /// The work allowed once the time is over: hits made, or KiB of their text read, and positions
  /// read for ordering.
  private static let overtime = (hits: 1_024, positions: 4_096)

  /// Reads the items of the best matches and arranges them as the query asks. If the time runs out,
  /// the last ones are left out.
  func results(
    startedAt start: ContinuousClock.Instant, _ budget: SearchBudget
  ) throws(ShortlistError) -> SearchResults {
    let ordering = Overtime(budget, allowance: Self.overtime.positions)
    let reading = Overtime(budget, allowance: Self.overtime.hits)
    var groups: [HitGroup] = []
    var hits: [Hit] = []
    var next: SearchCursor?
    if query.layout == .grouped {
      groups = try self.groups(ordering, reading)
    } else {
      var all: [Candidate] = []
      for section in sections.values {
        all += try candidates(of: section, readsTies: takesAll, within: ordering)
      }
      if sections.values.contains(where: \.isShuffled) { all = try settled(all, ordering) }
      var reader: ItemReader?
      let page = page(of: all, counted: count)
      var maker = hitMaker(of: page.count)
      (hits, next) = try self.hits(page, from: &reader, &maker, section: nil, reading)
    }
    var notes = parsed.notes + scope.unknown.map { .unknownSection($0) }
    notes += try unknownAttributes().map { .unknownAttribute($0) }
    if wasInterrupted || ordering.isOver || reading.isOver { notes.append(.timeBudgetSpent) }
    if try connection.outdatedIndex() != nil { notes.append(.indexOutdated) }
    return SearchResults(
      query: query, groups: groups, flatHits: hits,
      total: isBounded ? .atLeast(count) : .exactly(count), groupTotal: groupTotal(groups),
      next: next, notes: notes,
      correctedText: try correctedText(groups, hits), duration: ContinuousClock.now - start,
      facets: try facets?.facets(wasInterrupted: wasInterrupted, on: connection) ?? [],
      plan: log?.plan)
  }

  /// Returns the names in the query that no attribute of the list has.
  private func unknownAttributes() throws(ShortlistError) -> [String] {
    guard query.usesAttributes else { return [] }
    let catalog = try connection.attributeCatalog
    var names = Set(query.facets)
    names.formUnion(query.filter?.attributes ?? [])
    if let sort = query.sorting { names.insert(sort.attribute) }
    var unknown: [String] = []
    for name in names.sorted() where try catalog.number(of: name) == nil { unknown.append(name) }
    return unknown
  }

  /// Whether a match comes before another in the order that the query asks for.
  var isBefore: (Candidate, Candidate) -> Bool {
    guard sorter == nil else { return Candidate.sortsBefore }
    if query.order == .list { return Candidate.standsBefore }
    return Candidate.ranksBefore
  }

  /// Returns the query in the spelling of the best hit, when only misspelt words matched.
  private func correctedText(
    _ groups: [HitGroup], _ hits: [Hit]
  ) throws(ShortlistError) -> String? {
    guard !sections.values.contains(where: { $0.count(upTo: .substring) > 0 }) else { return nil }
    var best: Hit?
    for hits in groups.isEmpty ? [hits] : groups.map(\.hits) {
      for hit in hits where hit.score > best?.score ?? -.infinity { best = hit }
    }
    guard let best, best.tier == .typo || best.tier == .typos else { return nil }
    return try CorrectedText(query.text, operators: query.operators).spelled(as: best.item)
  }

  /// A group before its items are read.
  private struct Outline {
    let section: ItemSection
    let total: Total
    let page: Page
    let best: Candidate
  }

  private func groups(
    _ ordering: Overtime, _ reading: Overtime
  ) throws(ShortlistError) -> [HitGroup] {
    let outlines = try self.outlines(ordering)
    // One reader suffices for pages of one piece.
    var reader = query.limit <= Page.piece ? try reader(of: outlines.map(\.page)) : nil
    defer { reader?.close() }
    var maker = hitMaker(of: outlines.reduce(0) { $0 + $1.page.count })
    var groups: [HitGroup] = []
    groups.reserveCapacity(outlines.count)
    for outline in outlines {
      let section = outline.section
      let (hits, next) = try hits(
        outline.page, from: &reader, &maker, section: section.id, reading)
      if !hits.isEmpty {
        groups.append(HitGroup(section: section, hits: hits, total: outline.total, next: next))
      }
      // A page that was cut leaves the reader in its midst.
      if reading.isOver { break }
    }
    return groups
  }

  /// Returns the number of sections with hits, shown or not.
  private func groupTotal(_ groups: [HitGroup]) -> Total {
    let leavesOut = query.maxGroups != nil && query.layout == .grouped && query.after == nil
    let count =
      leavesOut ? leftOutSections + sections.values.count { !$0.isEmpty } : groups.count
    return (wasInterrupted || isCut) && query.layout == .grouped ? .atLeast(count) : .exactly(count)
  }

  /// Returns the first `maxGroups` sections, by best hit or in list order, and any others that tie
  /// with the last until their items are read.
  private func firstSections() throws(ShortlistError) -> [SectionMatches] {
    var found: [SectionMatches] = []
    found.reserveCapacity(sections.count)
    for section in sections.values where !section.isEmpty { found.append(section) }
    guard let wanted = query.maxGroups, wanted < found.count, query.after == nil, sorter == nil
    else {
      return found
    }
    func isBefore(_ a: Candidate, _ b: Candidate) -> Bool {
      if query.groupOrder == .bestHit {
        if Candidate.outranks(a, b) { return true }
        if Candidate.outranks(b, a) { return false }
      }
      return a.sectionPosition < b.sectionPosition
    }
    var best: [Candidate] = []
    best.reserveCapacity(found.count)
    for section in found {
      let candidates = try candidates(of: section, readsTies: false)
      if let first = candidates.min(by: Candidate.outranks) { best.append(first) }
    }
    let order = best.indices.sorted { isBefore(best[$0], best[$1]) }
    let last = best[order[wanted - 1]]
    return order.prefix { !isBefore(last, best[$0]) }.map { found[$0] }
  }

  /// Returns the groups to show, in order.
  private func outlines(_ ordering: Overtime) throws(ShortlistError) -> [Outline] {
    let matches = try firstSections()
    var found: [Outline] = []
    found.reserveCapacity(matches.count)
    for section in matches {
      let row = table.rows[section.order]
      let id = row.section.id
      guard query.after == nil || query.after?.section == id else { continue }
      var all = try candidates(of: section, readsTies: takesAll, within: ordering)
      if section.isShuffled { all = try settled(all, ordering) }
      let page = page(of: all, counted: section.isCut ? .max : section.count)
      guard let first = page.first.first else { continue }
      let isBest = (query.order == .rank || sorter != nil) && query.after == nil
      let best = isBest ? first : all.min(by: Candidate.ranksBefore) ?? first
      found.append(
        Outline(
          section: row.section,
          total: wasInterrupted ? .atLeast(section.count) : section.total, page: page, best: best))
    }
    let isBefore =
      query.groupOrder == .sections
      ? Candidate.standsBefore : sorter != nil ? Candidate.sortsBefore : Candidate.ranksBefore
    // Sorting indices is cheaper than moving outlines.
    let best = found.map(\.best)
    return best.indices.sorted { isBefore(best[$0], best[$1]) }.prefix(query.maxGroups ?? .max)
      .map { found[$0] }
  }

  // MARK: Order

  /// Returns the matches of a section with their ranking keys. Without `readsTies`,
  /// ``settled(_:_:)`` reads the positions of equal ones. Once the `overtime` is over, the rest are
  /// left out.
  func candidates(
    of section: SectionMatches, readsTies: Bool = true, within overtime: Overtime? = nil
  ) throws(ShortlistError) -> [Candidate] {
    var candidates: [Candidate] = []
    candidates.reserveCapacity(section.count(upTo: .partial))
    let isQuestion = query.match == .any
    var place: Int32 = 0
    let position = table.rows[section.order].position
    for (level, docids) in section.found {
      let isScored = isQuestion || level == .text
      for docid in docids {
        // Until an item is moved, docids within a rank class ascend like positions.
        let isOpen =
          readsTies
          && (section.isShuffled || (sorter == nil ? takesAll : query.after != nil))
        if isOpen, let overtime, !overtime.allows(1) { return candidates }
        let tie = isOpen ? try connection.position(of: docid) : docid
        candidates.append(
          Candidate(
            docid: docid, level: level, sectionPosition: position, tie: tie,
            distinctiveness: distinctivenessByDocid.isEmpty
              ? DistinctiveTerms.none : distinctivenessByDocid[docid] ?? DistinctiveTerms.none,
            relevance: isScored ? relevance[docid] ?? 0 : 0,
            isTierless: isQuestion, sortKey: sorter?.key(of: docid, near: &place) ?? .none,
            learned: learned.place(of: docid)))
      }
    }
    return candidates
  }

  /// Drops candidates that cannot reach the page whatever their positions, and reads the positions
  /// of ties. A shuffled section delivers every item of a rank class.
  private func settled(
    _ all: [Candidate], _ overtime: Overtime
  ) throws(ShortlistError) -> [Candidate] {
    func isShuffled(_ candidate: Candidate) -> Bool {
      sections[DocID(candidate.docid).section]?.isShuffled ?? false
    }
    guard !takesAll else { return all }
    var best = all.inOrder(by: Candidate.outranks)
    if query.limit < best.count {
      let last = best[query.limit - 1]
      best = best.filter { !Candidate.outranks(last, $0) }
    }
    var start = 0
    while start < best.count {
      var end = start + 1
      while end < best.count, !Candidate.outranks(best[start], best[end]) { end += 1 }
      for index in start..<end
      where end - start > 1 && isShuffled(best[index]) && overtime.allows(1) {
        best[index].tie = try connection.position(of: best[index].docid)
      }
      start = end
    }
    return best
  }

  private func page(of all: [Candidate], counted: Int) -> Page {
    var rest = all
    if let after = query.after {
      rest.removeAll { !after.key.lexicographicallyPrecedes(key(of: $0)) }
    }
    let shown = min(query.limit, rest.count)
    let hasMore = (takesAll ? rest.count : counted) > shown
    return Page(rest, count: shown, hasMore: hasMore, by: isBefore)
  }

  /// Returns the key that a cursor stores for a match: its place in the requested order.
  func key(of candidate: Candidate) -> [Int64] {
    let (position, tie) = (candidate.sectionPosition, candidate.tie)
    if sorter != nil {
      let rankClass = Int64(DocID(candidate.docid).rankClass.rawValue)
      return candidate.sortKey.numbers + [rankClass, position, tie]
    }
    guard query.order == .rank else { return [position, tie] }
    let level = candidate.isTierless ? 0 : Int64(candidate.level.rawValue)
    // The bit patterns of numbers from 0 up sort like the numbers.
    let relevance = -Int64(bitPattern: candidate.relevance.bitPattern)
    let key = [level, relevance, Int64(candidate.rank), position, tie]
    // A cursor from before the first pin has no place.
    let hasPlace =
      query.after.map { $0.key.count > key.count }
      ?? (query.ordersByLearning || !learned.pinned.isEmpty)
    return hasPlace ? [Int64(candidate.learned)] + key : key
  }

  // MARK: Hits

  private func hitMaker(of count: Int) -> HitMaker {
    let clauses = query.match == .any ? ProseQuery(parsed.clauses).clauses : parsed.clauses
    let hasTypos = sections.values.contains(where: \.hasTypos)
    return HitMaker(
      count,
      HitHighlighter(
        typed: Highlighter(
          clauses, stems: stems, spellings: hasTypos ? TypoSpellings(parsed, query.typos) : nil),
        synonyms: synonyms.map { Highlighter($0.all, stems: stems) },
        snippetLength: query.snippetLength))
  }

  private func reader(of pages: [Page]) throws(ShortlistError) -> ItemReader {
    var docids: [Int64] = []
    docids.reserveCapacity(pages.reduce(0) { $0 + $1.first.count })
    for page in pages {
      for candidate in page.first { docids.append(candidate.docid) }
    }
    return try ItemReader(docids, on: connection)
  }

  /// Reads the items of a page, from one section if given, and returns the cursor of the next page.
  /// If a reader is given, it must be positioned before the page's only piece.
  private func hits(
    _ page: Page, from reader: inout ItemReader?, _ maker: inout HitMaker,
    section: ItemSection.ID?, _ overtime: Overtime
  ) throws(ShortlistError) -> (hits: [Hit], next: SearchCursor?) {
    var hits: [Hit] = []
    hits.reserveCapacity(page.first.count)
    var last: Candidate?
    var piece = page.first
    if var shared = reader {
      try append(piece, from: &shared, &maker, section, overtime, to: &hits, &last)
      reader = shared
      piece = []
    }
    while !piece.isEmpty, !overtime.isOver {
      var own = try ItemReader(piece.map(\.docid), on: connection)
      defer { own.close() }
      let end = piece.last
      try append(piece, from: &own, &maker, section, overtime, to: &hits, &last)
      piece = page.piece(of: min(page.count - hits.count, 4 * piece.count), after: end)
    }
    let hasMore = page.hasMore || hits.count < page.count
    let next = hasMore ? last.map { SearchCursor(section: section, key: key(of: $0)) } : nil
    return (hits, next)
  }

  /// Turns a piece into hits while time remains. The reader must be positioned before the piece.
  private func append(
    _ piece: ArraySlice<Candidate>, from reader: inout ItemReader, _ maker: inout HitMaker,
    _ section: ItemSection.ID?, _ overtime: Overtime, to hits: inout [Hit],
    _ last: inout Candidate?
  ) throws(ShortlistError) {
    for candidate in piece {
      guard let columns = try reader.next(candidate.docid),
        let id = section ?? self.section(of: candidate.docid)
      else {
        throw ShortlistError(
          .damaged, "The index is damaged: it holds an item that is not in the list.")
      }
      guard overtime.allows(1 + columns.copySize >> 10) else { return }
      hits.append(try hit(candidate, columns, section: id, &maker))
      if query.explains {
        let hit = hits[hits.count - 1]
        hits[hits.count - 1].explanation = try explanation(
          of: candidate, hit.item, highlights: hit.highlights)
      }
      last = candidate
      last?.tie = columns.position
    }
  }

  private func section(of docid: Int64) -> ItemSection.ID? {
    table.order[DocID(docid).section].map { table.rows[$0].section.id }
  }

  private func hit(
    _ candidate: Candidate, _ columns: ItemColumns, section: ItemSection.ID, _ maker: inout HitMaker
  ) throws(ShortlistError) -> Hit {
    let (contents, number) = try maker.contents(
      of: columns, in: section, candidate.level, connection)
    return Hit(
      tier: candidate.tier, score: candidate.score, isLearned: learned.isLearned(candidate.docid),
      matchesSynonym: candidate.level.isSynonym, matchesSection: candidate.level.matchesSection,
      isPinned: learned.pinned.contains(candidate.docid), explanation: nil, contents: contents,
      number: number)
  }
}
