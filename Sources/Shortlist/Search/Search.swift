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
  var sections: [Int64: SectionMatches] = [:]
  private var excluded: Set<Int64> = []
  private var topRanks: TopRanks?
  /// The best sections by their best hits, when only some groups are wanted in that order. Worse
  /// sections need only be counted.
  private var topGroups: TopRanks?
  /// The number of sections with hits that were only counted, because others have better hits.
  private(set) var leftOutSections = 0
  /// The number of items counted, in all sections together.
  var count = 0
  /// The relevance of docids by their words, in 0...1.
  var relevance: [Int64: Double] = [:]
  /// The keys of the docids whose distinctive term was typed.
  private(set) var distinctivenessByDocid: [Int64: Int] = [:]
  /// The items that meet the filter of the query; `nil` without one.
  let accepted: DocidFilter?
  /// The keys by which the hits are sorted, if the query asks for it.
  let sorter: AttributeOrder?
  /// The counts of the values of attributes, if the query asks for them.
  var facets: FacetCounts?
  /// The matches that were chosen before for such a text, if the query asks for them.
  private(set) var learned: LearnedItems
  /// The spellings with synonyms; `nil` if no typed word has any.
  let synonyms: SynonymQuery?
  /// Whether counting stopped early, or the time ran out.
  private(set) var isBounded = false
  private(set) var wasInterrupted = false
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
    sorter = attributes.sorter
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

  /// Whether every match is needed, because the best are not the first.
  var takesAll: Bool { query.order == .list || query.after != nil || sorter != nil }

  private var limit: Int { takesAll ? .max : query.limit }

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
      .words(parsed.clauses, inTitles: true), read: found?.words, in: "item_titles", slot: 3)
    let inTexts = IndexQuery.words(parsed.clauses, inTitles: false, stems: stems)
    let text = try iterator(
      inTexts, read: parsed.clauses.count > 1 ? inTexts.collected(counts) : nil,
      in: "item_texts", slot: 4)
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
      sections[number]?.insert(docid, level: .title)
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

  func isExcluded(_ docid: Int64) -> Bool { excluded.contains(docid) }

  var hasExclusions: Bool { !excluded.isEmpty }

  /// Whether tier 4 is ordered by relevance and, in a flat result, has room.
  var mayShowTexts: Bool {
    query.order == .rank && sorter == nil && !parsed.isBarelyBegun && !parsed.endsInLetter
      && topRanks?.wants(.text) ?? true
  }

  /// Replaces a section's matches of tier 4 by its items with the best scores.
  mutating func replaceTexts(of number: Int64, by best: [Candidate]) {
    if sections[number] == nil { sections[number] = emptySection(number) }
    var docids = Set(best.map(\.docid))
    docids.formUnion(sections[number]?[.text].filter(learned.holds) ?? [])
    // When the time ran out, unscored items may have better scores than the scored ones.
    if wasInterrupted { docids.formUnion(sections[number]?[.text] ?? []) }
    sections[number]?.replace(level: .text, by: docids.sorted())
    for candidate in best { relevance[candidate.docid] = candidate.relevance }
  }

  /// Counts an item of a section.
  mutating func countMatch(in number: Int64) {
    if sections[number] == nil { sections[number] = emptySection(number) }
    sections[number]?.count += 1
    count += 1
  }

  /// Keeps a candidate that is among the top hits of its section.
  mutating func keep(_ candidate: Candidate) {
    sections[DocID(candidate.docid).section]?.append(candidate.docid, level: candidate.level)
    relevance[candidate.docid] = candidate.relevance
  }

  // MARK: Collecting

  /// Takes the best docids of one level from each section, except those that `others` find.
  mutating func collect(
    _ layer: Layer, in scope: SearchScope? = nil, without others: [DocidIterator] = []
  ) throws(ShortlistError) {
    let iterator = layer.iterator
    var attempts = 2
    try forEachSection(of: [layer], in: scope) { (search, section, end) throws(ShortlistError) in
      while iterator.head <= end {
        let docid = iterator.head
        if !search.excluded.contains(docid) {
          guard search.wants(docid, layer, in: section) else {
            guard let next = search.named(after: docid, in: [layer]), next <= end else {
              if attempts > 0, try !search.countBegun(layer, in: &section, upTo: end) {
                attempts -= 1
              }
              return
            }
            try iterator.seek(to: next)
            continue
          }
          if try !others.find(docid) { search.take(docid, layer, in: &section) }
        }
        try iterator.advance()
      }
    }
  }

  /// A level, its docids, and the items among them whose distinctive term was typed.
  struct Layer {
    let level: MatchLevel
    let iterator: DocidIterator
    var distinctiveness = DistinctiveTerms.nothing
  }

  /// Calls `body` for each section in scope in which an iterator has a docid. The iterators stand
  /// in the section, and `body` advances them as far as it likes, given the last docid that the
  /// section can have. Before that, `skip` may handle the section at a docid and return the docid
  /// after it. If it returns `nil`, the iterators may stand anywhere up to there.
  private mutating func forEachSection(
    of layers: [Layer], in limited: SearchScope? = nil,
    while goesOn: (Search) -> Bool = { _ in true },
    skip: (inout Search, Int64) throws(ShortlistError) -> Int64? = { _, _ in nil },
    _ body: (inout Search, inout SectionMatches, Int64) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    let scope = limited ?? scope
    var next = scope.first(from: 0)
    while let start = next, goesOn(self) {
      if let behind = try skip(&self, start) {
        next = scope.first(from: behind)
        continue
      }
      for layer in layers { try layer.iterator.seek(to: start) }
      let head = layers.reduce(DocidIterator.end) { min($0, $1.iterator.head) }
      guard head != DocidIterator.end else { break }
      next = scope.first(from: head)
      guard next == head else { continue }
      let number = DocID(head).section
      let end = DocID.range(ofSection: number).upperBound
      // Taking the section out of the dictionary lets it change in place without a copy.
      if var section = sections.removeValue(forKey: number) ?? emptySection(number) {
        // Once sections are left out, no later tier looks them up again.
        defer {
          if !section.isLeftOut {
            sections[number] = section
          } else if section.count > 0 {
            leftOutSections += 1
          }
        }
        section.isLeftOut = isLeftOut(section, layers, upTo: end)
        try body(&self, &section, end)
      }
      next = scope.first(from: DocID.behind(end))
    }
    for layer in layers where layer.iterator.wasInterrupted {
      wasInterrupted = true
      isBounded = true
    }
  }

  /// Returns the first docid after `docid` that is looked at even when enough others were found.
  private func named(after docid: Int64, in layers: [Layer]) -> Int64? {
    var next = learned.next(after: docid) ?? .max
    for layer in layers { next = min(next, layer.distinctiveness.next(after: docid) ?? .max) }
    return next == .max ? nil : next
  }

  /// Whether no hit of a section is wanted, because enough other sections have better ones.
  private func isLeftOut(
    _ section: SectionMatches, _ layers: [Layer], upTo end: Int64
  ) -> Bool {
    guard let topGroups, section.isEmpty else { return false }
    let start = DocID.range(ofSection: section.row.number).lowerBound
    guard learned.next(after: start - 1) ?? .max > end,
      !learned.unmatchedPins.contains(where: { start...end ~= $0 })
    else { return false }
    return !layers.contains { layer in
      guard layer.iterator.head <= end else { return false }
      // Scores of texts are not known yet. Items with a distinctive term may precede the first
      // docid.
      return layer.level == .text
        ? topGroups.wants(.text)
        : topGroups.wants(
          layer.iterator.head, level: layer.level, distinctiveness: DistinctiveTerms.none)
          || layer.distinctiveness.next(after: start - 1) ?? .max <= end
    }
  }

  /// Counts a section among the best by the first docid taken from it.
  private mutating func insertGroup(
    _ section: SectionMatches, _ docid: Int64, level: MatchLevel, distinctiveness: Int
  ) {
    guard topGroups != nil, section.isEmpty else { return }
    if level == .text {
      topGroups?.insert(lastOf: .text)
    } else {
      topGroups?.insert(docid, level: level, distinctiveness: distinctiveness)
    }
  }

  func emptySection(_ number: Int64) -> SectionMatches? {
    table.order[number].map { SectionMatches(row: table.rows[$0], order: $0) }
  }

  private func wants(
    _ docid: Int64, _ layer: Layer, in section: SectionMatches, inOrder: Bool = false
  ) -> Bool {
    guard !learned.holds(docid) else { return true }
    let distinctiveness = layer.distinctiveness.key(of: docid)
    return !section.isLeftOut
      && (distinctiveness != DistinctiveTerms.none
        || section.wants(docid, level: layer.level, limit: limit, inOrder: inOrder))
      && topRanks?.wants(docid, level: layer.level, distinctiveness: distinctiveness) ?? true
  }

  /// Keeps a docid of a level, unless a better level has it.
  private mutating func take(_ docid: Int64, _ layer: Layer, in section: inout SectionMatches) {
    guard !section.holds(docid) else { return }
    let distinctiveness = layer.distinctiveness.key(of: docid)
    insertGroup(section, docid, level: layer.level, distinctiveness: distinctiveness)
    section.append(docid, level: layer.level)
    topRanks?.insert(docid, level: layer.level, distinctiveness: distinctiveness)
    if distinctiveness != DistinctiveTerms.none { distinctivenessByDocid[docid] = distinctiveness }
  }

  // MARK: Counting

  /// The count at which a section, or a flat result, may stop counting.
  var bound: Int {
    switch query.totals {
    case .exact: .max
    // One more than is shown reveals whether there is another page.
    case .bounded(let bound): max(bound, query.limit == .max ? .max : query.limit + 1)
    }
  }

  private var isCountingOver: Bool { query.layout == .flat && count >= bound }

  /// Admits the learned items that these iterators find, before they are read.
  mutating func admitLearned(
    from iterators: [DocidIterator], _ titled: [TitledSections] = []
  ) throws(ShortlistError) {
    guard learned.isWaiting else { return }
    try learned.admit(
      from: [(iterators, scope)] + titled.map { ($0.iterators, $0.scope) }, without: excluded)
  }

  /// Counts the items that match on any layer and takes the best of each section. `isFirst` means
  /// that earlier matches have not been counted yet.
  mutating func countAndCollect(
    _ layers: [Layer], in scope: SearchScope? = nil, isFirst: Bool = true
  ) throws(ShortlistError) {
    try countFacets(layers, in: scope, isFirst: isFirst)
    var isOver = false
    // Whether the first layer alone is likely to reach the bound in a section.
    var mayDo = false
    var attempts = 2
    try forEachSection(
      of: layers, in: scope,
      while: { search in
        isOver =
          search.isCountingOver
          && !layers.contains { search.topRanks?.wants($0.level) ?? true }
          && !layers.contains { search.learned.next(after: $0.iterator.head - 1) != nil }
        return !isOver
      },
      skip: { (search, start) throws(ShortlistError) in
        guard isFirst else { return nil }
        let docids = DocID.range(ofSection: DocID(start).section)
        if search.sections[DocID(start).section]?.isBounded == true {
          return DocID.behind(docids.upperBound)
        }
        guard mayDo, attempts > 0 else { return nil }
        let behind = try search.countTitles(layers, from: start)
        if behind == nil { attempts -= 1 }
        return behind
      }
    ) { (search, section, end) throws(ShortlistError) in
      let rows = layers[0].iterator.rowsRead
      try search.count(layers, in: &section, upTo: end, isFirst: isFirst)
      mayDo = section.isBounded && layers[0].iterator.rowsRead - rows > search.bound / 2
    }
    if isOver { isBounded = true }
  }

  /// Whether a section needs nothing more than a count up to the bound.
  private func hasHits(
    _ section: SectionMatches, _ distinctiveness: DistinctiveTerms, _ docids: ClosedRange<Int64>
  ) -> Bool {
    query.layout == .grouped && bound < .max && excluded.isEmpty && log == nil
      && section.count == 0
      // Otherwise a shuffled section may want more of the last match's rank class.
      && section[.words].isEmpty && section[.text].isEmpty && section[.wordsSynonym].isEmpty
      && section[.textSynonym].isEmpty && section.count(upTo: .wordsSynonym) >= limit
      && distinctiveness.next(after: docids.lowerBound - 1) ?? .max > docids.upperBound
      && learned.next(after: docids.lowerBound - 1) ?? .max > docids.upperBound
  }

  /// Counts a section up to the bound by the docids from the iterator's position on; `false` when
  /// these are too few.
  private mutating func count(
    _ section: inout SectionMatches, by iterator: DocidIterator, upTo end: Int64
  ) throws(ShortlistError) -> Bool {
    let counted = try DocidIterator.count([iterator], upTo: end, limit: bound)
    guard counted == bound, iterator.head <= end else { return false }
    section.count = counted
    section.isBounded = true
    count += counted
    isBounded = true
    return true
  }

  /// Counts a section by the titles that begin with the query, if they reach the bound. The
  /// iterator already stands there, and the rest need not be read. Returns `false` when it read in
  /// vain.
  private mutating func countBegun(
    _ layer: Layer, in section: inout SectionMatches, upTo end: Int64
  ) throws(ShortlistError) -> Bool {
    let docids = DocID.range(ofSection: section.row.number)
    guard layer.level == .prefix, layer.iterator.countsBlindly,
      hasHits(section, layer.distinctiveness, docids)
    else { return true }
    return try count(&section, by: layer.iterator, upTo: end)
  }

  /// Counts the section at a docid by its titles alone, if they reach the bound and nothing else of
  /// the section is wanted. Reading its texts would be wasted work. Returns the docid after the
  /// section; `nil` when all layers must be counted.
  private mutating func countTitles(
    _ layers: [Layer], from start: Int64
  ) throws(ShortlistError) -> Int64? {
    let number = DocID(start).section
    let docids = DocID.range(ofSection: number)
    guard layers.map(\.level) == [.words, .text], layers.allSatisfy(\.iterator.countsBlindly),
      var section = sections[number],
      layers.allSatisfy({ hasHits(section, $0.distinctiveness, docids) })
    else { return nil }
    let titles = layers[0].iterator
    try titles.seek(into: start...docids.upperBound)
    // The count starts at the iterator's position, so it may miss titles; then all layers are
    // counted.
    guard titles.head <= docids.upperBound else { return nil }
    guard try count(&section, by: titles, upTo: docids.upperBound) else {
      titles.rewind()
      return nil
    }
    sections[number] = section
    return DocID.behind(docids.upperBound)
  }

  /// Whether the current docid of a layer lies in the section and is wanted.
  private func mayTake(
    _ layer: Layer, from section: SectionMatches, upTo end: Int64, inOrder: Bool = false
  ) -> Bool {
    layer.iterator.head <= end && wants(layer.iterator.head, layer, in: section, inOrder: inOrder)
  }

  /// The minimum number of items counted in a section whose texts are ranked, beyond those shown.
  /// Ranking reads them all anyway.
  private static let rankedCount = 512

  /// Returns the number of items of a section that are still to be counted.
  private func uncounted(_ section: SectionMatches, _ layers: [Layer]) -> Int {
    let left = bound - (query.layout == .flat ? count : section.count)
    guard mayShowTexts, limit < .max, section.countBeforeText < limit,
      layers.contains(where: { $0.level == .text })
    else { return left }
    return max(left, min(limit, TopRanks.maximumLimit) + Self.rankedCount - section.count)
  }

  /// Walks through one section until everything is counted and the best are found.
  private mutating func count(
    _ layers: [Layer], in section: inout SectionMatches, upTo end: Int64, isFirst: Bool
  ) throws(ShortlistError) {
    // Blind counting would count items again that were found and counted before.
    let countsBlindly =
      (isFirst || section.isEmpty) && excluded.isEmpty
      && layers.allSatisfy(\.iterator.countsBlindly)
    while true {
      var docid = DocidIterator.end
      for layer in layers { docid = min(docid, layer.iterator.head) }
      guard docid <= end else { return }
      let uncounted = uncounted(section, layers)
      // A shuffled section may want every item of a rank class. Beyond the bound these are not
      // counted, so its total equals that of a section in order.
      let counts =
        uncounted > 0 || !section.row.isShuffled
        || layers.contains { mayTake($0, from: section, upTo: end, inOrder: true) }
      if countsBlindly, uncounted > 0,
        !layers.contains(where: { mayTake($0, from: section, upTo: end) })
      {
        // Lower-ranked items are not taken either, except those with a distinctive term.
        let named = self.named(after: docid, in: layers) ?? .max
        let counted = try DocidIterator.count(
          layers.map(\.iterator), upTo: min(end, named - 1), limit: uncounted)
        section.count += counted
        count += counted
        continue
      }
      if uncounted <= 0 {
        guard layers.contains(where: { mayTake($0, from: section, upTo: end) }) else {
          section.isBounded = true
          isBounded = true
          guard let named = named(after: docid, in: layers), named <= end else { return }
          for layer in layers { try layer.iterator.seek(to: named) }
          continue
        }
        if layers.contains(where: \.level.matchesSection) {
          // The rest of the query usually matches far more items than all of it.
          var next = named(after: docid, in: layers) ?? .max
          for layer in layers where mayTake(layer, from: section, upTo: end) {
            next = min(next, layer.iterator.head)
          }
          if next > docid {
            section.isBounded = true
            isBounded = true
            for layer in layers { try layer.iterator.seek(to: next) }
            continue
          }
        }
      }
      var best: Layer?
      for layer in layers where layer.iterator.head == docid {
        if best.map({ layer.level < $0.level }) ?? true { best = layer }
        try layer.iterator.advance()
      }
      guard let best else { return }
      guard !excluded.contains(docid) else { continue }
      if isFirst || !section.holds(docid) {
        if counts {
          section.count += 1
          count += 1
        } else {
          section.isBounded = true
          isBounded = true
        }
      }
      if wants(docid, best, in: section) { take(docid, best, in: &section) }
    }
  }
}
