/// What another search engine has to find for completions.
@_spi(SearchEngines) public protocol EngineCompletions {
  /// Returns the titles and weights of the best `count` items that meet a condition on the tokens of
  /// titles and keywords, or of all of them if there are fewer. The best come first in
  /// ``EngineMatch/precedes(_:_:in:)``, all on one level.
  ///
  /// - Throws: a ``ShortlistError`` with any code.
  func titles(
    _ tokens: TokenQuery, count: Int
  ) throws(ShortlistError) -> [(title: String, weight: Double)]

  /// Returns the best `count` items that meet a condition, about titles and keywords or about all
  /// fields.
  ///
  /// - Throws: a ``ShortlistError`` with any code.
  func items(
    _ tokens: TokenQuery, inTitles: Bool, count: Int
  ) throws(ShortlistError) -> [Item]

  /// Returns the longer terms with a prefix that occur in the most items, and equally frequent ones in
  /// byte order.
  ///
  /// - Throws: a ``ShortlistError`` with any code.
  func frequentTerms(
    from prefix: String, count: Int
  ) throws(ShortlistError) -> [TermStatistics]
}

extension EngineCompletions {
  /// Suggests completions of a text, at most `limit`, as a repository does.
  ///
  /// - Throws: what the methods of the engine throw, or ``ShortlistError/Code/outOfMemory``.
  public func completions(
    for text: String, limit: Int
  ) throws(ShortlistError) -> [Completion] {
    try Completer(text, limit: limit, ClauseCompletions(engine: self)).completions()
  }
}

/// The completions of an engine, asked for by clauses.
private struct ClauseCompletions<Engine: EngineCompletions>: CompletionSource {
  let engine: Engine

  func titles(
    beginningWith clauses: [QueryClause], count: Int
  ) throws(ShortlistError) -> [(title: String, weight: Double)] {
    guard let tokens = TokenQuery.title(clauses, isWhole: false) else { return [] }
    return try engine.titles(tokens, count: count)
  }

  func items(
    matching clauses: [QueryClause], inTitles: Bool, count: Int
  ) throws(ShortlistError) -> [Item] {
    try engine.items(TokenQuery(clauses), inTitles: inTitles, count: count)
  }

  func frequentTerms(
    from prefix: String, count: Int
  ) throws(ShortlistError) -> [(term: String, items: Int64)] {
    try engine.frequentTerms(from: prefix, count: count).map { ($0.term, Int64($0.items)) }
  }
}
