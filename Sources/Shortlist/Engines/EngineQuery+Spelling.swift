/// A condition of tiers 5 to 7.
@_spi(SearchEngines) public struct SpellingCondition: Sendable {
  /// The level of the items that meet it and no earlier one.
  public let level: MatchLevel
  /// The condition.
  public let tokens: TokenQuery
  /// Whether it is about titles and keywords, or about all fields.
  public let isInTitles: Bool
}

/// The conditions of tier 6 or 7.
@_spi(SearchEngines) public struct Corrections: Sendable {
  /// The conditions in order: an item is on the level of the first that it meets.
  public let conditions: [SpellingCondition]
  /// The condition for whole words, among whose matches distinctive words count; `nil` if there is
  /// none.
  public let wholeWords: TokenQuery?
  /// The corrected words, for ``EngineQuery/distinctiveness(ofTitle:typed:titles:)``.
  public let words: Set<String>
}

/// The condition of tier 5.
@_spi(SearchEngines) public struct SubstringCondition: Sendable {
  /// A condition on titles and keywords that every match meets; `nil` if every item may be one.
  public let tokens: TokenQuery?
  /// For each clause that ``tokens`` does not decide, the alternatives, each with the substrings that
  /// must occur inside words of titles or keywords.
  public let undecided: [[[String]]]
}

extension EngineQuery {
  /// Returns the condition for each word inside a word of title or keywords; `nil` if nothing can
  /// match, or if the query has a phrase or a field.
  ///
  /// An index finds the clause that the fewest items match. A clause with many more terms is left
  /// undecided, because checking the items found is quicker than looking up all terms.
  ///
  /// - Parameters:
  ///   - terms: the terms of the index.
  ///   - limit: the most terms of a clause in the condition.
  /// - Returns: the condition.
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public func substrings(
    in terms: TermList, atMost limit: Int
  ) throws(ShortlistError) -> SubstringCondition? {
    guard !isEmpty, !parsed.hasPhrase, !parsed.hasField else { return nil }
    let clauses = try parsed.clauses.map { (clause) throws(ShortlistError) in
      (clause, try SubstringTerms(clause, in: terms, limit))
    }
    let fewest = clauses.compactMap { $0.1?.titles }.min()
    var hasFewest = false
    var decided: [TokenQuery] = []
    var undecided: [[[String]]] = []
    for (clause, found) in clauses {
      guard let found else {
        undecided.append(clause.alternatives.map(\.words))
        continue
      }
      if case .any([]) = found.tokens { return nil }
      if !hasFewest, found.titles == fewest {
        hasFewest = true
        decided.append(found.tokens)
      } else if found.count <= Self.fewTerms || !clause.isASCII {
        decided.append(found.tokens)
      } else {
        undecided.append(clause.alternatives.map(\.words))
      }
    }
    return SubstringCondition(
      tokens: decided.isEmpty ? nil : .all(of: decided), undecided: undecided)
  }

  /// The number of terms that an index looks up more quickly than items are checked.
  private static let fewTerms = 64

  /// Whether tiers 6 and 7 are tried.
  public var correctsSpelling: Bool {
    query.typos.isOn && !isEmpty && parsed.clauses.contains { !$0.isQuoted }
  }

  /// Returns the conditions of tier 6 or, with `hasMore`, of tier 7; none if no other spelling is in
  /// the index.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public func corrections(
    in terms: TermList, withMoreEdits hasMore: Bool
  ) throws(ShortlistError) -> Corrections {
    let corrector = Corrector(terms.dictionary, for: parsed.clauses, query.typos)
    func spellings(_ clauses: [QueryClause]) throws(ShortlistError) -> [[QueryClause]] {
      let corrections = QueryCorrections(clauses, corrector)
      return try hasMore ? corrections.withMoreEdits() : corrections.withOneEdit()
    }
    let whole = parsed.clauses.map(\.whole)
    let wholes = try spellings(whole)
    let all = try whole == parsed.clauses ? wholes : spellings(parsed.clauses)
    var conditions: [SpellingCondition] = []
    func add(_ spellings: [[QueryClause]], _ level: MatchLevel, isInTitles: Bool) {
      guard !spellings.isEmpty else { return }
      let tokens = TokenQuery.any(of: spellings.map(TokenQuery.init))
      conditions.append(SpellingCondition(level: level, tokens: tokens, isInTitles: isInTitles))
    }
    add(wholes, hasMore ? .typosWord : .typoWord, isInTitles: true)
    if whole != parsed.clauses {
      add(all, hasMore ? .typosPrefix : .typoPrefix, isInTitles: true)
    }
    add(all, hasMore ? .typosText : .typoText, isInTitles: false)
    return Corrections(
      conditions: conditions,
      wholeWords: wholes.isEmpty ? nil : .any(of: wholes.map(TokenQuery.init)),
      words: wholes.reduce(into: []) { $0.formUnion($1.words) })
  }
}

/// The terms that contain the words of a clause.
private struct SubstringTerms {
  let tokens: TokenQuery
  /// The number of terms.
  private(set) var count = 0
  /// The most items that contain any of them in title or keywords.
  private(set) var titles = 0

  /// `nil` when there are too many terms.
  init?(_ clause: QueryClause, in terms: TermList, _ limit: Int) throws(ShortlistError) {
    var alternatives: [TokenQuery] = []
    for alternative in clause.alternatives {
      var parts: [TokenQuery] = []
      var fewest = Int.max
      for word in alternative.words {
        guard let found = try terms.dictionary.terms(holding: word, atMost: limit - count) else {
          return nil
        }
        count += found.count
        fewest = min(fewest, found.titles)
        var phrases: [TokenQuery] = []
        found.forEach { text, _ in
          let text = text.withMemoryRebound(to: UInt8.self) {
            String(decoding: $0, as: UTF8.self)
          }
          phrases.append(.phrase([text], isPrefix: false, field: nil))
        }
        // The last character of a run without spaces is in the index, but is not a term.
        if word.utf8.first.map({ $0 >= 0x80 }) ?? false {
          phrases.append(.phrase([word], isPrefix: true, field: nil))
        }
        parts.append(.any(of: phrases))
      }
      guard !parts.contains(where: { $0 == .any([]) }) else { continue }
      alternatives.append(.all(of: parts))
      titles += fewest
    }
    tokens = .any(of: alternatives)
  }
}

extension QueryClause {
  /// Whether all words consist of ASCII characters, which may occur anywhere in a word.
  fileprivate var isASCII: Bool {
    alternatives.allSatisfy { $0.words.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } }
  }
}
