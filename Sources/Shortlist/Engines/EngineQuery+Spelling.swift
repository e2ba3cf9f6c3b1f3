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
  /// - Parameter limit: the most terms of a clause in the condition.
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public func substrings(
    in terms: TermList, atMost limit: Int
  ) throws(ShortlistError) -> SubstringCondition? {
    guard !isEmpty, !parsed.hasPhrase, !parsed.hasField else { return nil }
    var decided: [TokenQuery] = []
    var undecided: [[[String]]] = []
    for clause in parsed.clauses {
      guard let tokens = try Self.terms(clause, in: terms, limit) else {
        undecided.append(clause.alternatives.map(\.words))
        continue
      }
      if case .any([]) = tokens { return nil }
      decided.append(tokens)
    }
    return SubstringCondition(
      tokens: decided.isEmpty ? nil : .all(of: decided), undecided: undecided)
  }

  /// `nil` when there are too many terms.
  private static func terms(
    _ clause: QueryClause, in terms: TermList, _ limit: Int
  ) throws(ShortlistError) -> TokenQuery? {
    var left = limit
    var alternatives: [TokenQuery] = []
    for alternative in clause.alternatives {
      var parts: [TokenQuery] = []
      for word in alternative.words {
        guard let found = try terms.dictionary.terms(holding: word, atMost: left) else {
          return nil
        }
        left -= found.count
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
    }
    return .any(of: alternatives)
  }

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
