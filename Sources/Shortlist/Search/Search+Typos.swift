extension Search {
  /// Finds matches with corrected spelling, tiers 6 and 7, while there are too few other matches.
  mutating func collectTypos(_ dictionaries: TermDictionaryCache) throws(ShortlistError) {
    guard query.typos.isOn, query.match == .all, count < query.limit, !wasInterrupted, !isCut,
      !parsed.clauses.isEmpty,
      parsed.clauses.contains(where: { !$0.isQuoted })
    else { return }
    guard let dictionary = try dictionaries.dictionary(connection) else {
      interrupt()
      return
    }
    let corrector = Corrector(dictionary, for: parsed.clauses, query.typos)
    let candidates = try TypoCandidates(self, corrector)
    for steps in [TypoLevels.one, .more] {
      guard count < query.limit, !wasInterrupted, candidates?.hasAny(notIn: self) ?? true else {
        return
      }
      try collect(steps, corrector, among: candidates)
    }
  }

  /// The levels of a tier: whole words in titles, any match in titles, and any match in all fields.
  private struct TypoLevels {
    let words: MatchLevel
    let prefixes: MatchLevel
    let texts: MatchLevel
    let spellings: (QueryCorrections) throws(ShortlistError) -> [[QueryClause]]

    static var one: TypoLevels {
      TypoLevels(words: .typoWord, prefixes: .typoPrefix, texts: .typoText) {
        (corrections) throws(ShortlistError) in try corrections.withOneEdit()
      }
    }

    static var more: TypoLevels {
      TypoLevels(words: .typosWord, prefixes: .typosPrefix, texts: .typosText) {
        (corrections) throws(ShortlistError) in try corrections.withMoreEdits()
      }
    }
  }

  private mutating func collect(
    _ steps: TypoLevels, _ corrector: Corrector, among candidates: TypoCandidates?
  ) throws(ShortlistError) {
    let whole = parsed.clauses.map(\.whole)
    var layers: [Layer] = []
    let wholes = try steps.spellings(QueryCorrections(whole, corrector))
    let iterators = try self.iterators(
      wholes, corrector, inTitles: true, among: candidates, slot: 16)
    let words = wholes.reduce(into: Set<String>()) { $0.formUnion($1.words) }
    let distinctiveness = try DistinctiveTerms(
      of: words, in: iterators, scope, corrector.dictionary, on: connection)
    layers += iterators.map {
      Layer(level: steps.words, iterator: $0, distinctiveness: distinctiveness)
    }
    let all =
      try whole == parsed.clauses
      ? wholes : steps.spellings(QueryCorrections(parsed.clauses, corrector))
    if whole != parsed.clauses {
      // The last word has already been tried as a whole word.
      layers += try self.iterators(
        all, corrector, inTitles: true, among: candidates, begun: parsed.clauses.last,
        slot: 16 + Self.maximumSpellings
      ).map {
        Layer(level: steps.prefixes, iterator: $0)
      }
    }
    layers += try self.iterators(
      all, corrector, inTitles: false, among: candidates, slot: 16
    ).map {
      Layer(level: steps.texts, iterator: $0)
    }
    guard !layers.isEmpty else { return }
    try admitLearned(from: layers.map(\.iterator))
    try countAndCollect(layers, isFirst: false)
  }

  /// The maximum number of spellings of a query: one for each clause and one for each pair of
  /// neighbours.
  private static let maximumSpellings = 2 * ParsedQuery.maximumClauses

  private func iterators(
    _ spellings: [[QueryClause]], _ corrector: Corrector, inTitles: Bool,
    among candidates: TypoCandidates?,
    begun: QueryClause? = nil, slot: Int
  ) throws(ShortlistError) -> [DocidIterator] {
    guard !spellings.isEmpty else { return [] }
    // Fields can be checked for only one spelling at a time.
    let groups =
      parsed.hasField || query.typos.fields != nil ? spellings.map { [$0] } : [spellings]
    return try groups.enumerated().map { (index, group) throws(ShortlistError) in
      try iterator(
        .any(
          of: group, inTitles: inTitles, among: inTitles ? candidates?.titles : candidates?.texts,
          begun: begun,
          query.sections == nil ? corrector.dictionary : nil),
        in: inTitles ? "item_titles" : "item_texts", slot: slot + index)
    }
  }
}

/// All items that the typo tiers can find, if they are few: those that contain each word as typed
/// or corrected. Usually better tiers have them all, and nothing else needs to be read.
private struct TypoCandidates {
  let titles, texts: DocidSet

  init?(_ search: Search, _ corrector: Corrector) throws(ShortlistError) {
    let clauses = search.parsed.clauses
    guard clauses.count > 1, !search.parsed.hasField, search.query.typos.fields == nil,
      search.query.sections == nil
    else {
      return nil
    }
    var spellings = try QueryCorrections(clauses, corrector).withAnyEdits()
    if corrector.leavesOut {
      // The words themselves may be among the prefixes that were left out.
      spellings += try QueryCorrections(clauses.map(\.whole), corrector).withAnyEdits()
    }
    guard !spellings.isEmpty else { return nil }
    let expression = PostingsQuery.collected(
      .any(of: spellings.map { .all(of: $0.map(IndexQuery.postings)) }), corrector.dictionary)
    func docids(in table: String) throws(ShortlistError) -> DocidSet? {
      try DocidSet(expression, in: table, among: search.accepted, on: search.connection)
    }
    guard let titles = try docids(in: "item_titles"), let texts = try docids(in: "item_texts")
    else { return nil }
    self.titles = titles
    self.texts = texts
  }

  /// Whether any item was not found on a better tier.
  func hasAny(notIn search: Search) -> Bool {
    [titles, texts].contains { docids in
      docids.contains { docid in
        !(search.sections[DocID(docid).section]?.holds(docid) ?? false)
      }
    }
  }
}
