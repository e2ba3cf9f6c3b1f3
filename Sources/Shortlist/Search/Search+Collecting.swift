/// Taking the best items of each section.
extension Search {
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
  mutating func forEachSection(
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
      if var section = sections.take(number) ?? emptySection(number) {
        // Once sections are left out, no later tier looks them up again.
        defer {
          if !section.isLeftOut {
            sections.put(section)
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
  func named(after docid: Int64, in layers: [Layer]) -> Int64? {
    var next = learned.next(after: docid) ?? .max
    for layer in layers { next = min(next, layer.distinctiveness.next(after: docid) ?? .max) }
    return next == .max ? nil : next
  }

  /// Whether no hit of a section is wanted, because enough other sections have better ones.
  private func isLeftOut(
    _ section: SectionMatches, _ layers: [Layer], upTo end: Int64
  ) -> Bool {
    guard let topGroups, section.isEmpty else { return false }
    let start = DocID.range(ofSection: section.number).lowerBound
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

  /// Changes the matches of a section, which may have none so far.
  mutating func update(_ number: Int64, _ change: (inout SectionMatches) -> Void) {
    guard var section = sections.take(number) ?? emptySection(number) else { return }
    change(&section)
    sections.put(section)
  }

  private func emptySection(_ number: Int64) -> SectionMatches? {
    table.order[number].map { SectionMatches(table.rows[$0], order: $0) }
  }

  func wants(
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
  mutating func take(_ docid: Int64, _ layer: Layer, in section: inout SectionMatches) {
    guard !section.holds(docid) else { return }
    let distinctiveness = layer.distinctiveness.key(of: docid)
    insertGroup(section, docid, level: layer.level, distinctiveness: distinctiveness)
    section.append(docid, level: layer.level)
    topRanks?.insert(docid, level: layer.level, distinctiveness: distinctiveness)
    if distinctiveness != DistinctiveTerms.none { distinctivenessByDocid[docid] = distinctiveness }
  }

  /// Counts an item of a section.
  mutating func countMatch(in number: Int64) {
    update(number) { $0.count += 1 }
    count += 1
  }

  /// Keeps a candidate that is among the top hits of its section.
  mutating func keep(_ candidate: Candidate) {
    update(DocID(candidate.docid).section) {
      $0.append(candidate.docid, level: candidate.level)
    }
    relevance[candidate.docid] = candidate.relevance
  }
}
