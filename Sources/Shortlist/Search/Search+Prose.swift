extension Search {
  /// How many items of each section are scored by their words on rung 4, the first in the static
  /// order: enough for the best to be among them, and few enough for an answer to each key.
  static let scoredRows = 512

  /// Ranks all items that hold any of the words, by ``Relevance``.
  ///
  /// - Complexity: O(*m* · *c*) for *m* items that match and *c* clauses. The length of a body is
  ///   looked up only where the item could be among the best.
  mutating func runAny() throws(ShortlistError) {
    guard !parsed.clauses.isEmpty, !scope.isEmpty else { return }
    try collectExclusions()
    let question = ProseQuery(parsed.clauses)
    let ranked = try RankedClauses(question.clauses, stems: stems, on: connection)
    var streams = [try stream(any: ranked, inTitles: false)]
    // With stems, all items stand among the texts.
    if !stems { streams.append(try stream(any: ranked, inTitles: true)) }
    var best = BestCandidates(limit: anyLimit)
    var current: Int64?
    var next = scope.first(from: 0)
    while let start = next {
      for stream in streams { try stream.seek(to: start) }
      let docid = streams.reduce(MatchStream.end) { min($0, $1.head) }
      guard docid != MatchStream.end else { break }
      next = scope.first(from: docid)
      guard next == docid else { continue }
      let number = DocID(docid).section
      if query.layout == .grouped, number != current {
        keep(best)
        best = BestCandidates(limit: anyLimit)
      }
      current = number
      // What stands in both tables stands among the texts with all its fields.
      for (offset, stream) in streams.enumerated() where stream.head == docid {
        let isFirst = offset == 0 || streams[0].head != docid
        guard isFirst, !isExcluded(docid) else { continue }
        let score = try stream.score()
        if score != 0 {
          countMatch(in: number)
          if score > 0 {
            let step: Step =
              question.isAll(stream.matchedInTitles)
              ? .words : question.isAll(stream.matched) ? .text : .partial
            best.insert(
              try candidate(docid, step, relevance: min(score / ranked.best, 1), in: number))
            if let threshold = best.threshold {
              // A little less, because the scores of candidates are quotients.
              let least = threshold * ranked.best * (1 - 1e-12)
              for stream in streams { stream.prune(number, below: least) }
            }
          }
        }
      }
      for stream in streams.reversed() where stream.head == docid { try stream.advance() }
      next = scope.first(from: DocID.behind(docid))
    }
    keep(best)
    for stream in streams where stream.wasInterrupted { interrupt() }
  }

  /// Ranks the items of rung 4 by ``Relevance``, where they are shown at all: the first ones of each
  /// section; others stand behind them in the static order.
  mutating func scoreTexts() throws(ShortlistError) {
    guard mayShowTexts, !wasInterrupted else { return }
    let shown =
      query.layout == .flat ? sections.values.reduce(0) { $0 + $1.count(upTo: .words) } : 0
    let wanted = sections.filter { _, section in
      !section[.text].isEmpty
        && (takesAll || max(shown, section.count(upTo: .words)) < query.limit)
    }
    // One item has no order.
    let found = wanted.values.reduce(shown) { $0 + $1.count(upTo: .text) }
    guard takesAll && !wanted.isEmpty || found > 1 else { return }
    let ranked = try RankedClauses(parsed.clauses, stems: stems, on: connection)
    let text = MatchExpression.words(parsed.clauses, inTitles: false, stems: stems)
    let stream = try MatchStream(
      text, in: "item_texts", slot: 9, upperBound: scope.upperBound,
      ranker: Ranker(text.phrases, ranked, inTitles: false), on: connection)
    var best = BestScores(limit: takesAll ? .max : query.limit)
    for (number, section) in wanted.sorted(by: { $0.key < $1.key }) {
      if query.layout == .grouped { best = BestScores(limit: takesAll ? .max : query.limit) }
      var scored: [(docid: Int64, relevance: Double)] = []
      for docid in section[.text].prefix(Self.scoredRows) {
        if let threshold = best.threshold { stream.prune(number, below: threshold) }
        try stream.seek(to: docid)
        guard stream.head == docid else { break }
        let score = try stream.score()
        // Others score more, and are enough.
        guard score >= 0 else { continue }
        best.insert(score)
        scored.append((docid, min(score / ranked.best, 1)))
      }
      guard !stream.wasInterrupted else { return interrupt() }
      let rest = section[.text].dropFirst(Self.scoredRows).map { ($0, 0.0) }
      replaceTexts(of: number, by: scored + rest)
    }
  }

  private var anyLimit: Int { takesAll ? .max : query.limit }

  private func stream(
    any ranked: RankedClauses, inTitles: Bool
  ) throws(ShortlistError) -> MatchStream {
    let expression = MatchExpression.any(ranked.clauses, inTitles: inTitles, stems: stems)
    return try MatchStream(
      expression, in: inTitles ? "item_titles" : "item_texts", slot: inTitles ? 7 : 8,
      upperBound: scope.upperBound,
      ranker: Ranker(expression.phrases, ranked, inTitles: inTitles), on: connection)
  }

  private func candidate(
    _ docid: Int64, _ step: Step, relevance: Double, in number: Int64
  ) throws(ShortlistError) -> Candidate {
    let row = table.order[number].map { table.rows[$0] }
    return Candidate(
      docid: docid, step: step, sectionPosition: row?.position ?? 0,
      tie: takesAll || row?.isShuffled == true ? try position(of: docid) : docid,
      relevance: relevance, isRungless: true)
  }

  private mutating func keep(_ best: BestCandidates) {
    for candidate in best.candidates { keep(candidate) }
  }
}

extension Ranker {
  /// For the phrases of an expression about titles, or texts.
  convenience init(
    _ phrases: [Phrase], _ ranked: RankedClauses, inTitles: Bool
  ) throws(ShortlistError) {
    let fields: [Field] =
      inTitles ? [.title, .keywords] : [.title, .subtitle, .keywords, .body]
    try self.init(
      phrases: phrases, idf: ranked.idf, weights: fields.map(Relevance.weight),
      normalised: inTitles ? nil : 3, titleColumns: inTitles ? 0b11 : 0b101)
  }
}
