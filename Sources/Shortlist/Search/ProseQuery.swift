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

/// The clauses of a query, with what each is worth, ready to be ranked by.
struct RankedClauses {
  let clauses: [QueryClause]
  /// What each clause is worth.
  let idf: [Double]
  /// Whether stems count as well as words.
  let stems: Bool
  /// What an item would score that has every clause without end.
  var best: Double { idf.reduce(0, +) }

  init(
    _ clauses: [QueryClause], stems: Bool, on connection: Connection
  ) throws(ShortlistError) {
    self.clauses = clauses
    self.stems = stems
    let items = try SectionTable.itemCount(connection)
    var idf: [Double] = []
    for clause in clauses {
      var most = 0
      for alternative in clause.alternatives {
        let count = try Self.items(with: alternative, stems: stems, on: connection)
        most = max(most, count)
      }
      idf.append(Relevance.idf(items: most, of: items))
    }
    self.idf = idf
  }

  /// The most terms that are looked at for a prefix.
  private static let maximumTerms = 4_096

  private static func items(
    with alternative: QueryClause.Alternative, stems: Bool, on connection: Connection
  ) throws(ShortlistError) -> Int {
    var fewest = Int.max
    let words = alternative.words
    for (offset, word) in words.enumerated() {
      let isPrefix = alternative.isPrefix && offset == words.count - 1
      var count =
        try isPrefix ? items(beginning: word, connection) : items(holding: word, connection)
      if stems, !alternative.isExact, let stem = Tokens.markedStem(word.utf8) {
        count = max(count, try items(holding: stem, connection))
      }
      fewest = min(fewest, count)
    }
    return fewest == .max ? 0 : fewest
  }

  private static func items(
    holding term: String, _ connection: Connection
  ) throws(ShortlistError) -> Int {
    let statement = try connection.statement("SELECT items FROM term WHERE term = ?1")
    try statement.bind(term, at: 1)
    defer { statement.reset() }
    return try statement.step() ? Int(clamping: statement.int64(0)) : 0
  }

  private static func items(
    beginning prefix: String, _ connection: Connection
  ) throws(ShortlistError) -> Int {
    let statement = try connection.statement(
      "SELECT total(items) FROM (SELECT items FROM term WHERE term >= ?1 AND term < ?2 "
        + "LIMIT \(maximumTerms))")
    try statement.bind(prefix, at: 1)
    try statement.bind(prefix + "\u{10FFFF}", at: 2)
    defer { statement.reset() }
    return try statement.step() ? Int(clamping: statement.int64(0)) : 0
  }
}

extension QueryClause.Alternative {
  /// All that is looked for in an index with stems. A stem finds what its word finds, and more; the
  /// beginning of a word is no stem.
  var withStems: [QueryClause.Alternative] {
    guard let stemmed else { return [self] }
    return isPrefix ? [self, stemmed] : [stemmed]
  }

  /// The words as they are looked for in an index with stems, where they need not be the beginning of
  /// a longer one; `nil` when there is no other way than by the words themselves.
  var stemmed: QueryClause.Alternative? {
    guard !isExact else { return nil }
    var stemmed = self
    stemmed.isPrefix = false
    var changes = false
    stemmed.tokens = words.map { word in
      let stem = Tokens.markedStem(word.utf8)
      changes = changes || stem != nil
      return Token(text: stem ?? word, isTail: false)
    }
    return changes ? stemmed : nil
  }
}
