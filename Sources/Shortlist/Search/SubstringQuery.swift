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

  /// The maximum number of terms read from the index, and of titles. More would take long, and more
  /// than 32 MB; that many matches are soon found by checking the items.
  static let maximumTerms = 65_536
  private static let maximumTitles = 2_000_000

  /// `nil` when nothing can match.
  init?(
    _ clauses: [QueryClause], _ dictionary: TermDictionary, maximumTerms: Int = Self.maximumTerms
  ) throws(ShortlistError) {
    let words = clauses.map { $0.alternatives.map(\.words) }
    self.clauses = words
    var read: [ClauseTerms] = []
    // Few terms contain a long substring. Finding one in the index takes about as long as checking
    // one item, so a clause with more terms than there are items left is not read. Searching the
    // dictionary takes about as long as checking one item for each 4,096 terms.
    var limit = maximumTerms
    let byLength = words.indices.sorted { Self.length(words[$0]) > Self.length(words[$1]) }
    for index in byLength where limit > dictionary.count / 4_096 {
      guard let terms = try ClauseTerms(clauses[index], atMost: limit, dictionary),
        terms.titles <= Self.maximumTitles
      else { continue }
      guard terms.titles > 0 else { return nil }
      read.append(terms)
      limit = min(limit, terms.titles)
    }
    isPartial = read.count < clauses.count
    hasOthers = isPartial || read.contains(where: \.hasOthers)
    expression = IndexQuery(
      text: clauses.words.sorted().joined(separator: " "),
      postings: read.isEmpty ? nil : .collected(.all(of: read.map(\.postings)), dictionary),
      isCheapToRestart: false)
  }

  /// Returns the length of the longest substring in the alternative where that is shortest.
  private static func length(_ clause: [[String]]) -> Int {
    clause.map { $0.map(\.utf8.count).max() ?? 0 }.min() ?? 0
  }

  /// Returns the filter that checks items themselves, which a partial query for the index needs.
  func filter(on connection: Connection) throws(ShortlistError) -> SubstringFilter {
    try SubstringFilter(clauses, isPartial: isPartial, on: connection)
  }
}

/// The terms that hold the substrings of a clause.
private struct ClauseTerms {
  let postings: PostingsQuery
  /// The maximum number of titles that contain them.
  private(set) var titles = 0
  /// Whether any of them is neither a word as typed nor a completion of a prefix.
  private(set) var hasOthers = false

  /// `nil` when there are more than `limit`.
  init?(
    _ clause: QueryClause, atMost limit: Int, _ dictionary: TermDictionary
  ) throws(ShortlistError) {
    var alternatives: [PostingsQuery] = []
    var left = limit
    for alternative in clause.alternatives {
      let words = alternative.words
      var parts: [PostingsQuery] = []
      var fewest = Int.max
      for word in words {
        guard let found = try dictionary.terms(holding: word, atMost: left) else { return nil }
        left -= found.count
        // The last character of a run without spaces is in the index, but is not a term.
        let mayBeTail = word.utf8.first.map { $0 >= 0x80 } ?? false
        let terms: [PostingsQuery] =
          (found.count > 0 ? [.found(found)] : []) + (mayBeTail ? [.prefix(word)] : [])
        if !terms.isEmpty { parts.append(.any(of: terms)) }
        fewest = min(fewest, found.titles + (mayBeTail ? 1 : 0))
        hasOthers =
          hasOthers || mayBeTail || words.count > 1
          || !found.areAll(word, asPrefix: alternative.isPrefix)
      }
      guard fewest > 0, fewest < .max else { continue }
      titles += fewest
      alternatives.append(.all(of: parts))
    }
    postings = .any(of: alternatives)
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
    guard let substrings = try SubstringQuery(parsed.clauses, dictionary), substrings.hasOthers
    else {
      return
    }
    let iterator = try iterator(
      substrings.expression, in: "item_titles", slot: 5, filter: substrings.filter(on: connection))
    try admitLearned(from: [iterator])
    try countAndCollect([Layer(level: .substring, iterator: iterator)], isFirst: false)
  }
}
