/// Sections whose titles match the same clauses of a query, and the search for the rest of the query
/// in their items.
struct TitledSections {
  /// The numbers of the sections.
  let numbers: [Int64]
  let scope: SearchScope
  /// The clauses that an item must match: those that the titles do not match, or any one of them if
  /// they match all.
  let clauses: [QueryClause]
  /// The first two tiers, which take single items.
  let titles: [Search.Layer]
  /// The other two, which hold all matches.
  let words: [Search.Layer]

  var iterators: [DocidIterator] { words.map(\.iterator) }
}

extension [TitledSections] {
  var numbers: Set<Int64> { Set(flatMap(\.numbers)) }
}

extension QueryClause {
  /// Returns the clauses that an item must match itself if the title of its section matches those
  /// in `matched`, as bits.
  static func left(of clauses: [QueryClause], besides matched: UInt64) -> [QueryClause] {
    let left = clauses.enumerated().filter { matched & 1 << UInt64($0.offset) == 0 }.map(\.element)
    return left.isEmpty
      ? [QueryClause(alternatives: clauses.flatMap(\.alternatives))] : left
  }

  /// Whether the title of a section may match it.
  private var mayMatchSection: Bool {
    !isQuoted && alternatives.allSatisfy { $0.field == nil }
  }

  /// Returns the indices of the sections whose titles match, some of them several times: they contain
  /// an alternative as whole words, or as the beginning of one.
  fileprivate func sections(in table: SectionTable) throws(ShortlistError) -> [Int] {
    guard mayMatchSection else { return [] }
    let titles = try table.titleWords()
    var found: [Int] = []
    for alternative in alternatives {
      let words = alternative.words
      guard let last = words.last else { continue }
      var all = titles.sections(with: last, asPrefix: alternative.beginsTitleWord)
      for word in words.dropLast() where !all.isEmpty {
        let others = Set(titles.sections(with: word, asPrefix: false))
        all.removeAll { !others.contains($0) }
      }
      guard words.count > 1 else {
        found += all
        continue
      }
      for index in all
      where try alternative.words(ofTitle: table.rows[index].section.title) != nil {
        found.append(index)
      }
    }
    return found
  }

  /// Returns the words as typed and the words of a section's title that match the clause; `nil` if
  /// none do.
  func words(
    ofSectionTitle title: String
  ) throws(ShortlistError) -> (typed: [String], title: [String])? {
    guard mayMatchSection else { return nil }
    for alternative in alternatives {
      if let words = try alternative.words(ofTitle: title) {
        return (alternative.words, words.map(\.text))
      }
    }
    return nil
  }
}

extension QueryClause.Alternative {
  /// The fewest letters with which an unfinished word matches the title of a section.
  private static let shortestBeginning = 3

  /// Whether its last word may be the beginning of one in the title of a section.
  fileprivate var beginsTitleWord: Bool {
    isPrefix && words.last?.unicodeScalars.count ?? 0 >= Self.shortestBeginning
  }

  fileprivate func words(ofTitle title: String) throws(ShortlistError) -> [ItemText.Word]? {
    try ItemText(title, field: .title).words(matching: words, isPrefix: beginsTitleWord)
  }
}

extension [DocidIterator] {
  /// Whether any of the iterators has this docid. Docids must ascend from call to call.
  func find(_ docid: Int64) throws(ShortlistError) -> Bool {
    for iterator in self {
      try iterator.seek(to: docid)
      if iterator.head == docid { return true }
    }
    return false
  }
}

extension Search {
  /// Returns the sections in scope whose titles match a clause, together by what they match; empty
  /// for a single clause.
  func titledSections() throws(ShortlistError) -> [TitledSections] {
    guard query.matchesSectionTitles, parsed.clauses.count > 1 else { return [] }
    // The clauses that each title matches, as bits; empty until one does.
    var matched: [UInt64] = []
    for (offset, clause) in parsed.clauses.enumerated() {
      for index in try clause.sections(in: table) {
        if matched.isEmpty { matched = Array(repeating: 0, count: table.rows.count) }
        matched[index] |= 1 << UInt64(offset)
      }
    }
    var numbers: [UInt64: [Int64]] = [:]
    for (index, matched) in matched.enumerated()
    where matched != 0 && scope.contains(table.rows[index].number) {
      numbers[matched, default: []].append(table.rows[index].number)
    }
    var titled: [TitledSections] = []
    for (matched, numbers) in numbers.sorted(by: { $0.key < $1.key }) {
      titled.append(
        try titledSections(
          numbers.sorted(), QueryClause.left(of: parsed.clauses, besides: matched),
          slot: 400 + 4 * titled.count))
    }
    return titled
  }

  private func titledSections(
    _ numbers: [Int64], _ clauses: [QueryClause], slot: Int
  ) throws(ShortlistError) -> TitledSections {
    var titles: [Layer] = []
    for (offset, level) in [MatchLevel.prefixInSection, .wordsInSection].enumerated() {
      guard let title = IndexQuery.title(clauses, isWhole: level == .prefixInSection) else { break }
      titles.append(
        Layer(level: level, iterator: try iterator(title, in: "item_titles", slot: slot + offset)))
    }
    var words: [Layer] = []
    for (offset, level) in [MatchLevel.textInSection, .restInSection].enumerated() {
      let isInTitles = level == .textInSection
      var query = IndexQuery.words(clauses, inTitles: isInTitles, stems: isInTitles ? false : stems)
      if clauses.count > 1, let read = query.collected(counts) { query.postings = read }
      words.append(
        Layer(
          level: level,
          iterator: try iterator(
            query, in: isInTitles ? "item_titles" : "item_texts", slot: slot + 2 + offset)))
    }
    return TitledSections(
      numbers: numbers, scope: SearchScope(numbers: numbers), clauses: clauses, titles: titles,
      words: words)
  }

  /// Counts the matches in sections whose titles match some of the words, and takes the best. An
  /// item that has all the words itself, in the layers `literally`, counts as such.
  mutating func collect(
    _ titled: [TitledSections], literally layers: [Layer]
  ) throws(ShortlistError) {
    let iterators = layers.map(\.iterator)
    for sections in titled where !wasInterrupted {
      for layer in sections.titles {
        for iterator in iterators { iterator.rewind() }
        try collect(layer, in: sections.scope, without: iterators)
      }
      for iterator in iterators { iterator.rewind() }
      let all = layers + sections.words
      let start = sections.scope.first(from: 0) ?? 0
      for layer in all { try layer.iterator.seek(to: start) }
      try countAndCollect(all, in: sections.scope)
    }
    guard !titled.isEmpty else { return }
    for iterator in iterators {
      iterator.rewind()
      try iterator.seek(to: scope.first(from: 0) ?? 0)
    }
  }
}
