/// A query read as a question in prose: each of its words counts for itself.
///
/// Hyphenated words, runs without spaces and alternatives fall into their words; what was quoted
/// stays a phrase. The joined form of a hyphenated word does for each of its parts. Words that say
/// nothing are left out, while there are others.
struct ProseQuery {
  /// None twice.
  private(set) var clauses: [QueryClause] = []
  /// For each clause of the query, its alternatives: the ``clauses`` in each, as bits.
  private var needed: [[UInt64]] = []

  init(_ query: [QueryClause]) {
    let split = query.map(\.choices)
    let isTelling = split.contains { $0.contains { $0.contains(where: \.tells) } }
    for choices in split {
      let told = choices.map { $0.filter { !isTelling || $0.tells } }.filter { !$0.isEmpty }
      guard !told.isEmpty else { continue }
      needed.append(told.map { $0.reduce(0) { $0 | place(of: $1) } })
    }
  }

  /// The bit of a part, which is added unless it is there, or too many are.
  private mutating func place(of clause: QueryClause) -> UInt64 {
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

extension QueryClause {
  /// For each of its alternatives the words in it, as clauses.
  fileprivate var choices: [[QueryClause]] {
    var choices: [[QueryClause]] = []
    for alternative in alternatives {
      if alternative.isJoined, let last = choices.indices.last {
        for index in choices[last].indices {
          choices[last][index].join(QueryClause(alternatives: [alternative]))
        }
      } else {
        choices.append(alternative.parts.map { QueryClause(alternatives: [$0]) })
      }
    }
    return choices
  }

  /// Whether it says what a question is about.
  fileprivate var tells: Bool { alternatives.first?.tells ?? false }
}

extension QueryClause.Alternative {
  /// Its words, each an alternative of its own; itself when it was quoted.
  fileprivate var parts: [QueryClause.Alternative] {
    let words = words
    guard !isExact else { return [self] }
    return words.enumerated().map { offset, word in
      QueryClause.Alternative(
        tokens: [Token(text: word, isTail: false)], field: field,
        isPrefix: isPrefix && offset == words.count - 1, isJoined: isJoined)
    }
  }

  /// Whether it says what a question is about.
  fileprivate var tells: Bool {
    guard !isExact, !isPrefix, field == nil, let word = words.first else { return true }
    return words.count > 1 || !StopWords.english.contains(word)
  }
}
