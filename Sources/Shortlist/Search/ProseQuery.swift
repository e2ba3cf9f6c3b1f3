/// A query read as a question in prose, in which every word counts on its own.
///
/// Hyphenated words, runs without spaces and alternatives are split into words; a quoted phrase
/// stays whole. The joined form of a hyphenated word matches each of its parts. Stop words are
/// dropped if other words remain.
struct ProseQuery {
  /// The words and phrases, without duplicates.
  private(set) var clauses: [QueryClause] = []
  /// For each clause of the query, the ``clauses`` that each alternative needs, as bits.
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

  /// Returns the bit of a clause and adds the clause if it is new; 0 when there are too many.
  private mutating func place(of clause: QueryClause) -> UInt64 {
    if let known = clauses.firstIndex(of: clause) { return 1 << known }
    guard clauses.count < ParsedQuery.maximumClauses else { return 0 }
    clauses.append(clause)
    return 1 << (clauses.count - 1)
  }

  /// Whether an item that matches these ``clauses``, as bits, matches the whole query.
  func isAll(_ matched: UInt64) -> Bool {
    needed.allSatisfy { $0.contains { matched & $0 == $0 } }
  }
}

extension QueryClause {
  /// The words of each alternative, as clauses.
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

  /// Whether it carries meaning, unlike a stop word.
  fileprivate var tells: Bool { alternatives.first?.tells ?? false }
}

extension QueryClause.Alternative {
  /// Its words, each as an alternative of its own; a quoted phrase stays whole.
  fileprivate var parts: [QueryClause.Alternative] {
    let words = words
    guard !isExact else { return [self] }
    return words.enumerated().map { offset, word in
      QueryClause.Alternative(
        tokens: [Word(text: word)], field: field,
        isPrefix: isPrefix && offset == words.count - 1, isJoined: isJoined)
    }
  }

  /// Whether it carries meaning, unlike a stop word.
  fileprivate var tells: Bool {
    guard !isExact, !isPrefix, field == nil, let word = words.first else { return true }
    return words.count > 1 || !StopWords.english.contains(word)
  }
}

/// The clauses of a query with their weights, ready for ranking.
struct RankedClauses {
  let clauses: [QueryClause]
  /// The weight of each clause.
  let idf: [Double]
  /// Whether stems match as well as words.
  let stems: Bool
  /// The weights of fields that the query sets.
  let fieldWeights: [Field: Double]
  /// The upper bound of a score, approached as the clauses occur more and more often.
  var best: Double { idf.reduce(0, +) }

  init(
    _ clauses: [QueryClause], stems: Bool, fieldWeights: [Field: Double] = [:],
    _ dictionary: TermDictionary?, on connection: Connection
  ) throws(ShortlistError) {
    let counts = ItemCounts(dictionary: dictionary, connection: connection)
    self.clauses = clauses
    self.stems = stems
    self.fieldWeights = fieldWeights
    let items = try connection.itemCount()
    var idf: [Double] = []
    for clause in clauses {
      var most = 0
      for alternative in clause.alternatives {
        most = max(most, try counts.items(with: alternative, stems: stems))
      }
      idf.append(Relevance.idf(items: most, of: items))
    }
    self.idf = idf
  }

  /// Returns the relevance of a score, in 0...1.
  func relevance(of score: Double) -> Double { Relevance.relevance(of: score, best: best) }
}

/// The numbers of items that contain words, from the dictionary if it is in memory.
private struct ItemCounts {
  let dictionary: TermDictionary?
  let connection: Connection

  /// The maximum number of terms examined for a prefix.
  private static let maximumTerms: Int32 = 4_096

  func items(
    with alternative: QueryClause.Alternative, stems: Bool
  ) throws(ShortlistError) -> Int {
    var fewest = Int.max
    let words = alternative.words
    for (offset, word) in words.enumerated() {
      let isPrefix = alternative.isPrefix && offset == words.count - 1
      var count = try isPrefix ? items(beginning: word) : items(holding: word)
      if stems, !alternative.isExact, let stem = Tokens.markedStem(word.utf8) {
        count = max(count, try items(holding: stem))
      }
      fewest = min(fewest, count)
    }
    return fewest == .max ? 0 : fewest
  }

  private func items(holding term: String) throws(ShortlistError) -> Int {
    if let dictionary { return Int(clamping: dictionary.items(of: term)) }
    let statement = try connection.statement("SELECT items FROM term WHERE term = ?1")
    try statement.bind(term, at: 1)
    defer { statement.reset() }
    return try statement.step() ? Int(clamping: statement.int64(0)) : 0
  }

  private func items(beginning prefix: String) throws(ShortlistError) -> Int {
    if let dictionary {
      return Int(clamping: dictionary.items(beginning: prefix, first: Self.maximumTerms))
    }
    let statement = try connection.statement(
      "SELECT total(items) FROM (SELECT items FROM term WHERE term >= ?1 AND term < ?2 "
        + "LIMIT \(Self.maximumTerms))")
    try statement.bind(prefix, at: 1)
    try statement.bind(prefix + "\u{10FFFF}", at: 2)
    defer { statement.reset() }
    return try statement.step() ? Int(clamping: statement.int64(0)) : 0
  }
}

extension QueryClause.Alternative {
  /// All alternatives to look up in an index with stems. A stem finds at least what its word finds;
  /// the beginning of a word has no stem.
  var withStems: [QueryClause.Alternative] {
    guard let stemmed else { return [self] }
    return isPrefix ? [self, stemmed] : [stemmed]
  }

  /// The alternative with its words as stems and without a prefix; `nil` if it was quoted or no
  /// word has a stem.
  var stemmed: QueryClause.Alternative? {
    guard !isExact else { return nil }
    var stemmed = self
    stemmed.isPrefix = false
    var changes = false
    stemmed.tokens = words.map { word in
      let stem = Tokens.markedStem(word.utf8)
      changes = changes || stem != nil
      return Word(text: stem ?? word)
    }
    return changes ? stemmed : nil
  }
}
