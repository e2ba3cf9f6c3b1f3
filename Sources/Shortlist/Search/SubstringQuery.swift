/// What is to be found inside of words, and how.
///
/// The dictionary tells which terms hold a substring; the index, which items hold a term. Of a substring
/// that many terms hold, as a single letter, that would be most of the index. So only the clauses that
/// narrow it down most are read from there, and the items that are left are looked at themselves.
struct SubstringQuery {
  /// Each clause: any of some, of which each has all of its substrings inside of words.
  private let clauses: [[[String]]]
  /// For the index: what an item must hold at least.
  let expression: IndexQuery
  /// Whether that is not all.
  private let isPartial: Bool
  /// Whether an item may match that does not hold the words as they were typed.
  let hasOthers: Bool

  /// What more terms hold, or more items, is not read from the index: it would take long, and more than
  /// 32 MB. So much is soon found among the items themselves.
  static let maximumTerms = 65_536
  private static let maximumTitles = 2_000_000

  /// `nil` when nothing can match.
  init?(
    _ clauses: [QueryClause], _ dictionary: TermDictionary, maximumTerms: Int = Self.maximumTerms
  ) throws(ShortlistError) {
    let words = clauses.map { $0.alternatives.map(\.words) }
    self.clauses = words
    var read: [ClauseTerms] = []
    // Few terms hold a long substring. To find one in the index takes about as long as to look at an
    // item: so no clause is read that has more of them than there are items left. To look through the
    // dictionary takes about as long as to look at an item for each 4,096 terms.
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

  /// The length of the longest substring of which one is enough.
  private static func length(_ clause: [[String]]) -> Int {
    clause.map { $0.map(\.utf8.count).max() ?? 0 }.min() ?? 0
  }

  /// What looks at items themselves: at those that the expression gives, if it does not say all.
  func filter(on connection: Connection) throws(ShortlistError) -> SubstringFilter {
    try SubstringFilter(clauses, isPartial: isPartial, on: connection)
  }
}

/// The terms that hold the substrings of a clause.
private struct ClauseTerms {
  let postings: PostingsQuery
  /// In how many titles they stand, at most.
  private(set) var titles = 0
  /// Whether there are others than the words as they were typed, or their beginnings.
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
        // The last character of a run without spaces is in the index, but is no term.
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
  /// MatchTier 5: what holds each word inside a word, while there are too few other matches. Nothing that was
  /// quoted or limited to a field is looked for there.
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
    let stream = try stream(
      substrings.expression, in: "item_titles", slot: 5, filter: substrings.filter(on: connection))
    try countAndCollect([Layer(level: .substring, stream: stream)], isFirst: false)
  }
}
