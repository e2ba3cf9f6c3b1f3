extension Search {
  // MARK: Facets

  /// Counts the values of attributes among the items that match on any layer. `isFirst` means that
  /// earlier matches have not been counted yet.
  mutating func countFacets(
    _ layers: [Layer], in scope: SearchScope? = nil, isFirst: Bool
  ) throws(ShortlistError) {
    guard facets != nil else { return }
    let isWhole = scope == nil && query.sections == nil
    let scope = scope ?? self.scope
    let iterators = layers.map(\.iterator)
    let isFast = isFirst && excluded.isEmpty
    var next = scope.first(from: 0)
    while let start = next {
      for iterator in iterators { try iterator.seek(to: start) }
      let head = iterators.reduce(DocidIterator.end) { min($0, $1.head) }
      guard head != DocidIterator.end else { break }
      next = scope.first(from: head)
      guard next == head else { continue }
      let end =
        isWhole ? .max - 1 : DocID.range(ofSection: DocID(head).section).upperBound
      if isFast, iterators.allSatisfy(\.countsBlindly) {
        let bound = bound
        try facets?.count(iterators, upTo: end, bound: bound, on: connection)
      } else {
        try countFacets(iterators, upTo: end, isFirst: isFirst)
      }
      next = scope.first(from: DocID.behind(end))
    }
    for iterator in iterators {
      if iterator.wasInterrupted { interrupt() }
      iterator.rewind()
    }
  }

  private func countFacets(
    _ iterators: [DocidIterator], upTo end: Int64, isFirst: Bool
  ) throws(ShortlistError) {
    while true {
      let docid = iterators.reduce(DocidIterator.end) { min($0, $1.head) }
      guard docid <= end else { return }
      let isNew = isFirst || sections[DocID(docid).section]?.holds(docid) != true
      if isNew, !excluded.contains(docid) { facets?.add(docid) }
      for iterator in iterators where iterator.head == docid { try iterator.advance() }
    }
  }

  // MARK: Sorting

  /// Takes the first items of tiers 1 to 4 in the order of an attribute, and counts all. `false` if
  /// the query is not sorted, or if the items have to be taken one by one.
  mutating func collectSorted(
    _ words: DocidIterator, _ text: DocidIterator
  ) throws(ShortlistError) -> Bool {
    guard let sorter, synonyms == nil, learned.unmatchedPins.isEmpty, query.after == nil,
      query.limit < TopRanks.maximumLimit, excluded.isEmpty,
      !table.rows.contains(where: \.isShuffled),
      query.layout == .grouped || table.isInOrderOfNumbers
    else { return false }
    let layers = [
      Layer(level: .words, iterator: words), Layer(level: .text, iterator: text),
    ]
    let isWhole = query.layout == .flat && query.sections == nil
    var found: [Int64] = []
    // These count only at the end, because after `false` everything is counted again.
    var counts: [(section: Int64, count: Int)] = []
    var next = scope.first(from: 0)
    while let start = next {
      for layer in layers { try layer.iterator.seek(to: start) }
      guard layers.allSatisfy({ $0.iterator.countsBlindly }) else { return false }
      let head = min(words.head, text.head)
      guard head != DocidIterator.end else { break }
      next = scope.first(from: head)
      guard next == head else { continue }
      let number = DocID(head).section
      let end = isWhole ? .max - 1 : DocID.range(ofSection: number).upperBound
      // One more tells whether there is another page.
      let first = try sorter.first(
        query.limit + 1, of: [words, text], upTo: end, on: connection)
      guard let first else { return false }
      found += first.docids
      counts.append((number, first.count))
      next = scope.first(from: DocID.behind(end))
    }
    for (number, matches) in counts {
      count += matches
      if !isWhole { update(number) { $0.count += matches } }
    }
    for layer in layers { layer.iterator.rewind() }
    try countFacets(layers, isFirst: true)
    try take(found.sorted(), words)
    return true
  }

  /// Takes matches of tiers 1 to 4 on their levels.
  private mutating func take(
    _ docids: [Int64], _ words: DocidIterator
  ) throws(ShortlistError) {
    var left = docids
    func match(_ iterator: DocidIterator) throws(ShortlistError) -> Set<Int64> {
      var matching: Set<Int64> = []
      for docid in left {
        try iterator.seek(to: docid)
        if iterator.head == docid { matching.insert(docid) }
      }
      return matching
    }
    var levels: [Int64: MatchLevel] = [:]
    func assign(_ level: MatchLevel, _ matching: Set<Int64>) {
      for docid in matching { levels[docid] = level }
      left.removeAll(where: matching.contains)
    }
    words.rewind()
    let inTitles = try match(words)
    for isWhole in [true, false] {
      guard let title = IndexQuery.title(parsed.clauses, isWhole: isWhole) else { break }
      let iterator = try iterator(title, in: "item_titles", slot: isWhole ? 1 : 2)
      assign(isWhole ? .title : .prefix, try match(iterator))
    }
    assign(.words, inTitles.intersection(left))
    for docid in docids {
      update(DocID(docid).section) { $0.append(docid, level: levels[docid] ?? .text) }
    }
  }
}
