/// How far a search inside words goes if it checks one item after the other.
enum SubstringReach {
  /// To the quota of items, if finding all matches takes longer and some of these are likely to match.
  case quota
  /// To the quota of items, if finding all matches takes longer, whether or not any of these match.
  case quotaOnly
  case all
  /// Through all items, because none matches up to the quota.
  case allAfterNone

  /// Whether the search may stop at the quota.
  var hasQuota: Bool { self == .quota || self == .quotaOnly }
}

/// A query for substrings of words, and the way to answer it.
///
/// The dictionary maps a substring to terms, and the index maps terms to items. A substring of many
/// terms, such as a single letter, would read most of the index. So only the most selective clauses
/// are read from there, and the remaining items are checked one by one.
struct SubstringQuery {
  /// The alternatives of each clause. All substrings of an alternative must occur inside words.
  private let clauses: [[[String]]]
  /// The query for the index, which every match satisfies.
  let expression: IndexQuery
  /// Whether it covers only some of the clauses.
  private let isPartial: Bool
  /// Whether an item may match without the words as typed.
  let hasOthers: Bool
  /// Whether the index is not read, so that all items are checked one by one.
  var stepsThroughItems: Bool { expression.postings == nil }

  /// Chooses the quickest way to the matches of a search, whose clauses are those that no other implies.
  /// `nil` when nothing can match.
  ///
  /// - Throws: ``ShortlistError/Code/cancelled`` when the time runs out.
  init?(
    _ clauses: [QueryClause], _ dictionary: TermDictionary, for search: Search,
    _ reach: SubstringReach
  ) throws(ShortlistError) {
    var choice = SubstringChoice(clauses, dictionary)
    try choice.readSelective(items: Double(search.table.itemCount))
    if choice.read.isEmpty {
      try choice.readCheapest(SubstringSample(clauses, for: search, reach), reach)
    }
    self.init(
      clauses, reading: choice.read.map(\.terms), dictionary,
      leavesOut: clauses != search.parsed.clauses)
  }

  /// Returns the clauses without those that all items match that match another: `e` beside `tem`.
  static func withoutImplied(_ clauses: [QueryClause]) -> [QueryClause] {
    guard clauses.count > 1 else { return clauses }
    let alternatives = clauses.map { $0.alternatives.map { $0.words.map { Array($0.utf8) } } }
    func implies(_ other: Int, _ clause: Int) -> Bool {
      alternatives[clause].contains { wanted in
        alternatives[other].allSatisfy { words in
          wanted.allSatisfy { part in words.contains { Self.holds($0, part) } }
        }
      }
    }
    var left = Array(clauses.indices)
    for clause in clauses.indices.reversed()
    where left.contains(where: { $0 != clause && implies($0, clause) }) {
      left.removeAll { $0 == clause }
    }
    return left.map { clauses[$0] }
  }

  /// Whether wherever a word is found inside another, a part of it is, too. Inside text that is not
  /// ASCII, a substring may be only part of a character.
  private static func holds(_ word: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= word.count else { return false }
    if word == part { return true }
    return word.allSatisfy { $0 < 0x80 }
      && (0...word.count - part.count).contains { word[$0...].starts(with: part) }
  }

  /// Makes the query that reads some clauses from the index. `nil` when nothing can match.
  /// `leavesOut` says that the search has other clauses, which these imply.
  init?(
    _ clauses: [QueryClause], reading read: [ClauseTerms], _ dictionary: TermDictionary,
    leavesOut: Bool = false
  ) {
    guard read.allSatisfy({ $0.titles > 0 }) else { return nil }
    self.clauses = clauses.map { $0.alternatives.map(\.words) }
    isPartial = read.count < clauses.count
    hasOthers = isPartial || leavesOut || read.contains(where: \.hasOthers)
    expression = IndexQuery(
      text: clauses.words.sorted().joined(by: " "),
      postings: read.isEmpty ? nil : .collected(.all(of: read.map(\.postings)), dictionary),
      isCheapToRestart: false)
  }

  /// Returns the filter that checks items themselves, which a partial query for the index needs.
  func filter(on connection: Connection) throws(ShortlistError) -> SubstringFilter {
    try SubstringFilter(clauses, isPartial: isPartial, on: connection)
  }
}

extension Search {
  /// Finds items with each word inside a word, tier 5, while there are too few other matches. Skips
  /// queries with a quoted phrase or a field.
  mutating func collectSubstrings(_ dictionaries: TermDictionaryCache) throws(ShortlistError) {
    guard query.match == .all, count < query.limit, !wasInterrupted, !parsed.clauses.isEmpty,
      !parsed.hasPhrase, !parsed.hasField, !scope.isEmpty
    else { return }
    guard let dictionary = try dictionaries.dictionary(connection) else {
      interrupt()
      return
    }
    let clauses = SubstringQuery.withoutImplied(parsed.clauses)
    let reach = firstReach(for: clauses)
    let cut = try collectSubstrings(clauses, dictionary, reach)
    guard !cut.isEmpty, !wasInterrupted else { return }
    // A search that has found nothing goes on.
    if count == 0, reach != .quotaOnly {
      _ = try collectSubstrings(clauses, dictionary, .allAfterNone)
      return
    }
    isCut = true
    isBounded = true
    for number in cut {
      guard var section = sections.take(number) else { continue }
      section.isCut = true
      section.isBounded = true
      sections.put(section)
    }
  }

  /// Finds the items with each word inside a word. Returns the numbers of the sections with items that
  /// were left out.
  private mutating func collectSubstrings(
    _ clauses: [QueryClause], _ dictionary: TermDictionary, _ reach: SubstringReach
  ) throws(ShortlistError) -> Set<Int64> {
    let substrings = try SubstringQuery(clauses, dictionary, for: self, reach)
    guard let substrings, substrings.hasOthers else { return [] }
    let iterator = try iterator(
      substrings.expression, in: "item_titles", slot: 5, filter: substrings.filter(on: connection))
    try admitLearned(from: [iterator])
    let hasQuota = reach.hasQuota && substrings.stepsThroughItems && learned.isEmpty
    let quota = hasQuota ? CheckQuota(searchedSections) : nil
    iterator.quota = quota
    try countAndCollect([Layer(level: .substring, iterator: iterator)], isFirst: false)
    return quota?.cut ?? []
  }

  /// The sections with items that the search may find.
  var searchedSections: [SectionRow] {
    table.rows.filter { $0.items > 0 && scope.contains($0.number) }
  }

  /// How far the search goes at first.
  ///
  /// The next page of a group has all matches after the last one, which is the last that was found in
  /// the section. All pages of flat results search the same items: others may rank before the last one.
  private func firstReach(for clauses: [QueryClause]) -> SubstringReach {
    let mayStop =
      bound < .max && query.limit < .max && query.order == .rank && sorter == nil && facets == nil
      && !query.checksAll && (query.after == nil || query.layout == .flat)
      && table.itemCount > CheckQuota.mostItems
    guard mayStop else { return .all }
    return clauses.count > Self.mostClausesAfterNone ? .quotaOnly : .quota
  }

  /// A search for more clauses, all of which many items match, does not go on after none matched up to
  /// the quota: it would take the longest of all, and hardly any items match so many.
  private static var mostClausesAfterNone: Int { 8 }
}
