/// A query read as a question in prose: each of its words counts for itself.
///
/// Hyphenated words, runs without spaces and alternatives fall into their words; what was quoted
/// stays a phrase. Words that say nothing are left out, while there are others.
struct ProseQuery {
  /// Each with one alternative; none twice.
  private(set) var clauses: [QueryClause] = []
  /// For each clause of the query, its alternatives: the ``clauses`` in each, as bits.
  private var needed: [[UInt64]] = []

  init(_ query: [QueryClause]) {
    let tellsNothing = !query.contains { $0.alternatives.contains { $0.parts.contains(where: \.tells) } }
    for clause in query {
      let alternatives = clause.alternatives.compactMap { alternative -> UInt64? in
        let parts = alternative.parts.filter { tellsNothing || $0.tells }
        return parts.isEmpty ? nil : parts.reduce(0) { $0 | place(of: $1) }
      }
      if !alternatives.isEmpty { needed.append(alternatives) }
    }
  }

  /// The bit of a part, which is added unless it is there, or too many are.
  private mutating func place(of part: QueryClause.Alternative) -> UInt64 {
    let clause = QueryClause(alternatives: [part])
    if let known = clauses.firstIndex(of: clause) { return 1 << known }
    guard clauses.count < ParsedQuery.maximumClauses else { return 0 }
    clauses.append(clause)
    return 1 << (clauses.count - 1)
  }

  /// Whether an item that has these of the ``clauses``, as bits, has all of the query.
  func isAll(_ matched: UInt64) -> Bool {
    needed.allSatisfy { $0.contains { matched & $0 == $0 } }
  }
}

extension QueryClause.Alternative {
  /// Its words, each an alternative of its own; itself when it was quoted.
  fileprivate var parts: [QueryClause.Alternative] {
    let words = words
    guard !isExact, words.count > 1 else { return [self] }
    return words.enumerated().map { offset, word in
      QueryClause.Alternative(
        tokens: [Token(text: word, isTail: false)], field: field,
        isPrefix: isPrefix && offset == words.count - 1)
    }
  }

  /// Whether it says what a question is about.
  fileprivate var tells: Bool {
    guard !isExact, !isPrefix, field == nil, let word = words.first else { return true }
    return words.count > 1 || !StopWords.english.contains(word)
  }
}
