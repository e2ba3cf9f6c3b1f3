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

  /// Chooses the quickest way to the matches of a search. `nil` when nothing can match.
  ///
  /// - Throws: ``ShortlistError/Code/cancelled`` when the time runs out.
  init?(_ dictionary: TermDictionary, for search: Search) throws(ShortlistError) {
    var clauses: [QueryClause] = []
    for clause in search.parsed.clauses where !clauses.contains(clause) { clauses.append(clause) }
    var choice = SubstringChoice(clauses, dictionary)
    try choice.readSelective(items: search.table.rows.reduce(0) { $0 + Double($1.items) })
    if choice.read.isEmpty { try choice.readCheapest(SubstringSample(clauses, for: search)) }
    self.init(clauses, reading: choice.read.map(\.terms), dictionary)
  }

  /// Makes the query that reads some clauses from the index. `nil` when nothing can match.
  init?(_ clauses: [QueryClause], reading read: [ClauseTerms], _ dictionary: TermDictionary) {
    guard read.allSatisfy({ $0.titles > 0 }) else { return nil }
    self.clauses = clauses.map { $0.alternatives.map(\.words) }
    isPartial = read.count < clauses.count
    hasOthers = isPartial || read.contains(where: \.hasOthers)
    expression = IndexQuery(
      text: clauses.words.sorted().joined(separator: " "),
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
    guard let substrings = try SubstringQuery(dictionary, for: self), substrings.hasOthers else {
      return
    }
    let iterator = try iterator(
      substrings.expression, in: "item_titles", slot: 5, filter: substrings.filter(on: connection))
    try admitLearned(from: [iterator])
    try countAndCollect([Layer(level: .substring, iterator: iterator)], isFirst: false)
  }
}
