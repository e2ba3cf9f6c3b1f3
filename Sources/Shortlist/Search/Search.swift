/// One search, from the query to the results, inside one read transaction.
///
/// Within a section, docids arrive in order of rank, so the first matches are the best. Once enough
/// of them are found and counted, the search continues with the next section: it steps over a few
/// rows, or restarts after them.
struct Search {
  let query: SearchQuery
  let parsed: ParsedQuery
  let scope: SearchScope
  let table: SectionTable
  let connection: Connection
  /// Whether the index holds stems.
  let stems: Bool
  var sections = MatchesBySection()
  private(set) var excluded: Set<Int64> = []
  var topRanks: TopRanks?
  /// The best sections by their best hits, when only some groups are wanted in that order. Worse
  /// sections need only be counted.
  var topGroups: TopRanks?
  /// The number of sections with hits that were only counted, because others have better hits.
  var leftOutSections = 0
  /// The number of items counted, in all sections together.
  var count = 0
  /// The relevance of docids by their words, in 0...1.
  var relevance: [Int64: Double] = [:]
  /// The keys of the docids whose distinctive term was typed.
  var distinctivenessByDocid: [Int64: Int] = [:]
  /// The items that meet the filter of the query; `nil` without one.
  let accepted: DocidFilter?
  /// All items, if their ranks make it faster to visit them; see ``AttributeQuery``.
  let ranked: DocidFilter?
  /// Whether every match is needed, because the best are not the first.
  let takesAll: Bool
  /// The keys by which the hits are sorted, if the query asks for it.
  let sorter: AttributeOrder?
  /// The counts of the values of attributes, if the query asks for them.
  var facets: FacetCounts?
  /// The matches that were chosen before for such a text, if the query asks for them.
  var learned: LearnedItems
  /// The spellings with synonyms; `nil` if no typed word has any.
  let synonyms: SynonymQuery?
  /// Whether counting stopped early, or the time ran out.
  var isBounded = false
  /// Whether a search inside words stopped before it had looked at all items.
  var isCut = false
  var wasInterrupted = false
  /// The counts of terms in the whole list, if that is what is searched.
  private(set) var counts: TermDictionary?
  /// A record of the iterators opened and the rows read, if the query asks for an explanation.
  let log: SearchLog?

  init(
    _ query: SearchQuery, in table: SectionTable, stems: Bool = false,
    _ attributes: AttributeQuery, transaction: ReadTransaction
  ) throws(ShortlistError) {
    self.stems = stems
    self.query = query
    self.table = table
    connection = transaction.connection
    parsed = try ParsedQuery(query.text, operators: query.operators)
    scope = try SearchScope(query.sections, on: connection)
    synonyms =
      query.match == .all && !table.synonyms.isEmpty
      ? try SynonymQuery(parsed.clauses, table.synonyms) : nil
    log = query.explains ? SearchLog() : nil
    accepted = attributes.accepted
    ranked = attributes.ranked
    sorter = attributes.sorter
    takesAll = query.order == .list || query.after != nil || attributes.sorter != nil
    facets = attributes.facets
    learned = try LearnedItems(
      query, hasWords: !parsed.clauses.isEmpty, table.pins, in: scope, among: accepted,
      on: connection)
    if query.layout == .flat, !takesAll, query.limit <= TopRanks.maximumLimit {
      topRanks = TopRanks(limit: query.limit)
    }
    if query.layout == .grouped, !takesAll, query.groupOrder == .bestHit,
      let maxGroups = query.maxGroups, max(maxGroups, query.limit) <= TopRanks.maximumLimit
    {
      // With fewer hits than the limit, worse tiers are tried, and must know what was found before.
      topGroups = TopRanks(limit: max(maxGroups, query.limit))
    }
  }

  var limit: Int { takesAll ? .max : query.limit }

  /// Tries the tiers in order, down to tier 4. With the dictionary, small match sets are
  /// materialised.
  mutating func run(_ dictionary: TermDictionary?) throws(ShortlistError) {
    guard query.match == .all else { return try runAny(dictionary) }
    guard !scope.isEmpty else { return }
    guard !parsed.clauses.isEmpty else { return try listItems() }
    try collectExclusions()
    counts = query.sections == nil ? dictionary : nil
    let found = try titleMatches()
    let words = try iterator(
      .words(parsed.clauses, inTitles: true), read: found?.words, in: "item_titles", slot: 3,
      isVisited: true)
    let inTexts = IndexQuery.words(parsed.clauses, inTitles: false, stems: stems)
    let text = try iterator(
      inTexts, read: parsed.clauses.count > 1 ? inTexts.collected(counts) : nil,
      in: "item_texts", slot: 4, isVisited: true)
    let synonyms = try synonymLayers()
    let titled = try titledSections()
    try admitLearned(from: [words, text] + synonyms.map(\.iterator), titled)
    if titled.isEmpty, try collectSorted(words, text) { return }
    let start = scope.first(from: 0) ?? 0
    try words.seek(to: start)
    for layer in synonyms { try layer.iterator.seek(to: start) }
    // If no title contains the words, none equals them or begins with them.
    let mayBeTitles = words.head != DocidIterator.end
    var distinctiveness = DistinctiveTerms.nothing
    if mayBeTitles {
      distinctiveness = try self.distinctiveness(words, found)
    }
    for isWhole in [true, false] {
      if mayBeTitles, let title = IndexQuery.title(parsed.clauses, isWhole: isWhole) {
        let iterator = try iterator(
          title, read: title.postings.flatMap { found?.title($0, isWhole: isWhole) },
          in: "item_titles", slot: isWhole ? 1 : 2)
        try collect(
          Layer(
            level: isWhole ? .title : .prefix, iterator: iterator, distinctiveness: distinctiveness)
        )
      }
      if let layer = try synonymTitles(isWhole: isWhole, synonyms) { try collect(layer) }
    }
    var layers = [
      Layer(level: .words, iterator: words, distinctiveness: distinctiveness),
      Layer(level: .text, iterator: text),
    ]
    layers += synonyms
    try collect(titled, literally: layers)
    try countAndCollect(layers, in: titled.isEmpty ? nil : scope.without(titled.numbers))
    try scoreTexts(dictionary)
    takePins()
  }

  /// Takes the pinned items that no tier has found.
  private mutating func takePins() {
    for docid in learned.unmatchedPins {
      let number = DocID(docid).section
      countMatch(in: number)
      update(number) { $0.insert(docid, level: .title) }
      facets?.add(docid)
    }
  }

  /// Takes all items if the query lists them.
  private mutating func listItems() throws(ShortlistError) {
    guard query.listsItems else { return }
    try collectExclusions()
    let all = try DocidIterator(
      nil, in: "item_titles", slot: 3, upperBound: scope.upperBound, among: accepted,
      on: connection)
    try countAndCollect([Layer(level: .words, iterator: all)])
  }

  /// Materialises the matches in titles if they are few; `nil` otherwise, or when the time runs
  /// out.
  private func titleMatches() throws(ShortlistError) -> TitleMatches? {
    guard let counts else { return nil }
    do throws(ShortlistError) {
      return try TitleMatches(of: parsed.clauses, among: accepted, counts, on: connection)
    } catch {
      guard error.code == .cancelled else { throw error }
      return nil
    }
  }

  /// Returns the items whose distinctive term was typed, with all words taken as whole words.
  private func distinctiveness(
    _ words: DocidIterator, _ found: TitleMatches?
  ) throws(ShortlistError) -> DistinctiveTerms {
    guard !parsed.isBarelyBegun else { return .nothing }
    let whole = parsed.clauses.map(\.whole)
    let iterator =
      try whole == parsed.clauses
      ? words
      : iterator(
        .words(whole, inTitles: true), read: found?.wholeWords, in: "item_titles", slot: 10)
    return try DistinctiveTerms(of: whole.words, in: [iterator], scope, counts, on: connection)
  }

  /// Records that the time ran out.
  mutating func interrupt() {
    wasInterrupted = true
    isBounded = true
  }

  mutating func collectExclusions() throws(ShortlistError) {
    for clause in parsed.exclusions {
      for (inTitles, table) in [(true, "item_titles"), (false, "item_texts")] {
        let iterator = try iterator(
          .words([clause], inTitles: inTitles), in: table, slot: 6)
        try iterator.seek(to: scope.first(from: 0) ?? 0)
        while iterator.head != DocidIterator.end {
          excluded.insert(iterator.head)
          try iterator.advance()
        }
        wasInterrupted = wasInterrupted || iterator.wasInterrupted
      }
    }
  }

  // MARK: Ranked by words

  /// Whether tier 4 is ordered by relevance and, in a flat result, has room.
  var mayShowTexts: Bool {
    query.order == .rank && sorter == nil && !parsed.isBarelyBegun && !parsed.endsInLetter
      && topRanks?.wants(.text) ?? true
  }

  /// Replaces a section's matches of tier 4 by its items with the best scores.
  mutating func replaceTexts(of number: Int64, by best: [Candidate]) {
    var docids = Set(best.map(\.docid))
    let known = sections[number]?[.text] ?? []
    docids.formUnion(known.filter(learned.holds))
    // When the time ran out, unscored items may have better scores than the scored ones.
    if wasInterrupted { docids.formUnion(known) }
    update(number) { $0.replace(level: .text, by: docids.sorted()) }
    for candidate in best { relevance[candidate.docid] = candidate.relevance }
  }
}
