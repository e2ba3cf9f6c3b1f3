extension Search {
  /// Ranks all items that contain any of the words, by ``Relevance``.
  ///
  /// - Complexity: O(*m* · *c*) for *m* items that match and *c* clauses. The length of a body is
  ///   looked up only where the item could be among the best.
  mutating func runAny(_ dictionary: TermDictionary?) throws(ShortlistError) {
    guard !parsed.clauses.isEmpty, !scope.isEmpty else { return }
    try collectExclusions()
    let question = ProseQuery(parsed.clauses)
    let ranked = try RankedClauses(
      question.clauses, stems: stems, fieldWeights: query.fieldWeights, dictionary, on: connection)
    var iterators = [try iterator(any: ranked, inTitles: false)]
    // With stems, `item_texts` holds all items.
    if !stems { iterators.append(try iterator(any: ranked, inTitles: true)) }
    var best = TopK(limit: anyLimit)
    var current: Int64?
    var next = scope.first(from: 0)
    while let start = next {
      for iterator in iterators { try iterator.seek(to: start) }
      let docid = iterators.reduce(DocidIterator.end) { min($0, $1.head) }
      guard docid != DocidIterator.end else { break }
      next = scope.first(from: docid)
      guard next == docid else { continue }
      let number = DocID(docid).section
      if query.layout == .grouped, number != current {
        keep(best)
        best = TopK(limit: anyLimit)
      }
      current = number
      // An item in both tables is scored in `item_texts`, which has all its fields.
      for (offset, iterator) in iterators.enumerated() where iterator.head == docid {
        let isFirst = offset == 0 || iterators[0].head != docid
        guard isFirst, !excluded.contains(docid) else { continue }
        let score = try iterator.score()
        if score != 0 {
          countMatch(in: number)
          facets?.add(docid)
          if score > 0 {
            let level: MatchLevel =
              question.isAll(iterator.matchedInTitles)
              ? .words : question.isAll(iterator.matched) ? .text : .partial
            best.insert(
              try candidate(docid, level, relevance: ranked.relevance(of: score), in: number))
            if let threshold = best.threshold {
              // A little lower to allow for rounding, because the scores of candidates are
              // quotients.
              let least = threshold * ranked.best * (1 - 1e-12)
              for iterator in iterators { iterator.prune(number, below: least) }
            }
          }
        }
      }
      for iterator in iterators.reversed() where iterator.head == docid { try iterator.advance() }
      next = scope.first(from: DocID.behind(docid))
    }
    keep(best)
    for iterator in iterators where iterator.wasInterrupted { interrupt() }
  }

  /// Ranks the items of tier 4 by ``Relevance`` if any are shown, and keeps the best. If the time
  /// runs out, scored items come before those that were found first.
  ///
  /// - Complexity: O(*m* · *c*) for *m* items that match and *c* clauses. The length of a body is
  ///   looked up only where the item could be among the best.
  mutating func scoreTexts(_ dictionary: TermDictionary?) throws(ShortlistError) {
    guard mayShowTexts, !wasInterrupted else { return }
    let isFlat = query.layout == .flat
    let titles = isFlat ? sections.values.reduce(0) { $0 + $1.countBeforeText } : 0
    guard takesAll || titles < query.limit else { return }
    let wanted = sections.values.filter { section in
      guard !section[.text].isEmpty else { return false }
      if isFlat { return true }
      return query.after.map { $0.section == table.rows[section.order].section.id }
        ?? (section.countBeforeText < query.limit)
    }
    // A single item needs no order.
    let found = isFlat ? count : wanted.reduce(0) { $0 + $1.count }
    guard !wanted.isEmpty, takesAll || found > 1 else { return }
    let ranked = try RankedClauses(
      parsed.clauses, stems: stems, fieldWeights: query.fieldWeights, dictionary, on: connection)
    let text = IndexQuery.scored(parsed.clauses, stems: stems)
    let iterator = try DocidIterator(
      text, in: "item_texts", slot: 9, upperBound: scope.upperBound,
      ranker: Ranker(text.phrases, ranked, inTitles: false), among: accepted, on: connection)
    if isFlat {
      let best = try self.best(of: 0...Int64.max, room: query.limit - titles, iterator, ranked)
      let sorted = Dictionary(grouping: best) { DocID($0.docid).section }
      for number in Set(wanted.map(\.number)).union(sorted.keys) {
        replaceTexts(of: number, by: sorted[number] ?? [])
      }
      return
    }
    for section in wanted where !wasInterrupted {
      let room = query.limit - section.countBeforeText
      let best = try self.best(
        of: DocID.range(ofSection: section.number), room: room, iterator, ranked)
      replaceTexts(of: section.number, by: best)
    }
  }

  /// Returns the items with the best scores in a range of docids, excluding those whose titles or
  /// keywords contain all words: as many as there is room for, or one page and one more after a
  /// cursor.
  private mutating func best(
    of docids: ClosedRange<Int64>, room: Int, _ iterator: DocidIterator, _ ranked: RankedClauses
  ) throws(ShortlistError) -> [Candidate] {
    // With too few matches, later tiers run, and need all matches of this one, whatever the cursor.
    let after = count < query.limit ? nil : query.after
    var best = TopK(
      limit: !takesAll ? room : after == nil ? .max : query.limit + 1)
    let section = query.layout == .grouped ? DocID(docids.lowerBound).section : nil
    do throws(ShortlistError) {
      try scoreLearned(in: docids, iterator, ranked)
      var next = scope.first(from: docids.lowerBound)
      while let start = next,
        let score = try iterator.nextScored(from: start, upTo: docids.upperBound)
      {
        let docid = iterator.head
        next = scope.first(from: docid)
        guard next == docid else { continue }
        next = scope.first(from: docid + 1)
        let relevance = ranked.relevance(of: score)
        guard !excluded.contains(docid), !learned.holds(docid),
          sections[DocID(docid).section]?.holds(docid, upTo: .wordsSynonym) != true,
          let candidate = try textCandidate(docid, relevance, after: after, worst: best.worst)
        else { continue }
        best.insert(candidate)
        if let threshold = best.threshold {
          // A little lower to allow for rounding, because the scores of candidates are quotients.
          iterator.prune(section, below: threshold * ranked.best * (1 - 1e-12))
        }
      }
    } catch {
      guard error.code == .cancelled else { throw error }
      interrupt()
    }
    if iterator.wasInterrupted { interrupt() }
    return best.elements
  }

  /// Scores the learned items, which need not be among the best.
  private mutating func scoreLearned(
    in docids: ClosedRange<Int64>, _ iterator: DocidIterator, _ ranked: RankedClauses
  ) throws(ShortlistError) {
    var next = learned.next(after: docids.lowerBound - 1)
    guard next != nil else { return }
    while let docid = next, docid <= docids.upperBound {
      if let score = try iterator.nextScored(from: docid, upTo: docid) {
        relevance[docid] = ranked.relevance(of: score)
      }
      next = learned.next(after: docid)
    }
    iterator.rewind()
  }

  /// Returns a match of tier 4; `nil` if it ranks below the worst wanted candidate, or not after
  /// the cursor. Reads its position only when that may decide.
  private func textCandidate(
    _ docid: Int64, _ relevance: Double, after: SearchCursor?, worst: Candidate?
  ) throws(ShortlistError) -> Candidate? {
    guard let row = table.order[DocID(docid).section].map({ table.rows[$0] }) else { return nil }
    var candidate = Candidate(
      docid: docid, level: .text, sectionPosition: row.position, tie: docid, relevance: relevance)
    if let worst, Candidate.outranks(worst, candidate) { return nil }
    // All but the order of the list.
    let isTied = after.map { $0.key.dropLast(2) == key(of: candidate).dropLast(2) } ?? false
    if isTied || row.isShuffled { candidate.tie = try connection.position(of: docid) }
    if let after, !after.key.lexicographicallyPrecedes(key(of: candidate)) { return nil }
    return candidate
  }

  private var anyLimit: Int { takesAll ? .max : query.limit }

  private func iterator(
    any ranked: RankedClauses, inTitles: Bool
  ) throws(ShortlistError) -> DocidIterator {
    let expression = IndexQuery.any(ranked.clauses, inTitles: inTitles, stems: stems)
    return try DocidIterator(
      expression, in: inTitles ? "item_titles" : "item_texts", slot: inTitles ? 7 : 8,
      upperBound: scope.upperBound,
      ranker: Ranker(expression.phrases, ranked, inTitles: inTitles), among: accepted,
      on: connection)
  }

  private func candidate(
    _ docid: Int64, _ level: MatchLevel, relevance: Double, in number: Int64
  ) throws(ShortlistError) -> Candidate {
    let row = table.order[number].map { table.rows[$0] }
    return Candidate(
      docid: docid, level: level, sectionPosition: row?.position ?? 0,
      tie: takesAll || row?.isShuffled == true ? try connection.position(of: docid) : docid,
      relevance: relevance, isTierless: true)
  }

  private mutating func keep(_ best: TopK<Candidate>) {
    for candidate in best.elements { keep(candidate) }
  }
}

extension Ranker {
  /// Creates a ranker for the phrases of a query over titles or over texts.
  convenience init(
    _ phrases: [Phrase], _ ranked: RankedClauses, inTitles: Bool
  ) throws(ShortlistError) {
    let fields = Field.columns(inTitles: inTitles)
    let titles = Field.allCases.filter(\.isInTitles)
    try self.init(
      phrases: phrases, idf: ranked.idf,
      weights: fields.map { Relevance.weight($0, ranked.fieldWeights) },
      normalised: fields.firstIndex(of: .body),
      titleColumns: titles.reduce(0) { $0 | $1.mask(inTitles: inTitles) })
  }
}
