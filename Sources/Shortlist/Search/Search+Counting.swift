/// Counting items, and stopping at the bound.
extension Search {
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
  mutating func countBegun(
    _ layer: Layer, in section: inout SectionMatches, upTo end: Int64
  ) throws(ShortlistError) -> Bool {
    let docids = DocID.range(ofSection: section.number)
    guard layer.level == .prefix, layer.iterator.countsBlindly,
      hasHits(section, layer.distinctiveness, docids)
    else { return true }
    return try count(&section, by: layer.iterator, upTo: end)
  }

  /// Counts the section at a docid by its titles alone, if they reach the bound and nothing else of
  /// the section is wanted. Reading its texts would be wasted work. Returns the docid after the
  /// section; `nil` when all layers must be counted.
  mutating func countTitles(
    _ layers: [Layer], from start: Int64
  ) throws(ShortlistError) -> Int64? {
    let number = DocID(start).section
    let docids = DocID.range(ofSection: number)
    guard layers.map(\.level) == [.words, .text], layers.allSatisfy({ $0.iterator.countsBlindly }),
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
    sections.put(section)
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

  /// The number of rows checked one by one in a section, or for flat results, after which its matches
  /// are no longer counted once it has its hits.
  var checkedRows: Int {
    let all = 32_768
    return query.layout == .flat ? all : max(64, all / max(1, table.rows.count))
  }

  /// Returns the number of items of a section that are still to be counted, after so many rows of it
  /// were read.
  private func uncounted(_ section: SectionMatches, _ layers: [Layer], after rows: Int) -> Int {
    let counted = query.layout == .flat ? count : section.count
    let left = bound - counted
    if bound < .max, limit < .max, counted > limit, layers[0].iterator.checksItems,
      rows >= checkedRows
    {
      return 0
    }
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
      && layers.allSatisfy({ $0.iterator.countsBlindly })
    let start = query.layout == .flat ? 0 : layers[0].iterator.rowsRead
    while true {
      var docid = DocidIterator.end
      // By index: a copy of a layer would retain and release what it refers to.
      for index in layers.indices { docid = min(docid, layers[index].iterator.head) }
      guard docid <= end else { return }
      let uncounted = uncounted(
        section, layers, after: layers[0].iterator.rowsRead - start)
      // A shuffled section may want every item of a rank class. Beyond the bound these are not
      // counted, so its total equals that of a section in order.
      let counts =
        uncounted > 0 || !section.isShuffled
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
      var found: Int?
      for index in layers.indices where layers[index].iterator.head == docid {
        if found.map({ layers[index].level < layers[$0].level }) ?? true { found = index }
        try layers[index].iterator.advance()
      }
      guard let found else { return }
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
      if wants(docid, layers[found], in: section) { take(docid, layers[found], in: &section) }
    }
  }
}
