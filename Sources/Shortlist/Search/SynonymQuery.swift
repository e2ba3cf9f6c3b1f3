/// The spellings of a query with synonyms in place of typed words.
///
/// Consecutive words that equal a term of a ``SynonymSet`` give way to its synonyms, once: the
/// synonyms of synonyms do not count. Words in quotes, in a field or with OR have none.
struct SynonymQuery {
  /// A synonym in place of consecutive clauses.
  struct Replacement {
    /// The indices of the clauses.
    let range: Range<Int>
    /// The typed words, folded.
    let typed: String
    let synonym: String
    let clause: QueryClause
  }

  /// One way to put synonyms in place of words.
  struct Spelling {
    let clauses: [QueryClause]
    let replacements: [Replacement]
  }

  /// The maximum number of spellings. Those with the fewest replacements come first.
  static let maximumSpellings = 32

  let spellings: [Spelling]
  /// The typed clauses, each of which also matches the synonyms that may stand at its place.
  let all: [QueryClause]

  /// `nil` if no words have a synonym.
  init?(_ typed: [QueryClause], _ table: SynonymTable) throws(ShortlistError) {
    let replacements = try Self.replacements(in: typed, table)
    guard !replacements.isEmpty else { return nil }
    var combinations = replacements.map { [$0] }
    var next = 0
    while next < combinations.count, combinations.count < Self.maximumSpellings {
      let combination = combinations[next]
      let end = combination[combination.count - 1].range.upperBound
      combinations += replacements.filter { $0.range.lowerBound >= end }.map { combination + [$0] }
      next += 1
    }
    spellings = combinations.prefix(Self.maximumSpellings).map { combination in
      var clauses = typed
      for replacement in combination.reversed() {
        clauses.replaceSubrange(replacement.range, with: [replacement.clause])
      }
      return Spelling(clauses: clauses, replacements: combination)
    }
    var all = typed
    for replacement in replacements { all[replacement.range.lowerBound].join(replacement.clause) }
    self.all = all
  }

  /// Returns the synonyms of all runs of clauses: by the first clause, longer runs first. Further
  /// ones than there may be spellings would not be used.
  private static func replacements(
    in clauses: [QueryClause], _ table: SynonymTable
  ) throws(ShortlistError) -> [Replacement] {
    let words = clauses.map(\.plainWords)
    var found: [Replacement] = []
    for start in clauses.indices {
      var runs: [(end: Int, synonyms: [String])] = []
      var folded: [UInt8] = []
      var count = 0
      for end in start..<clauses.count {
        guard let words = words[end] else { break }
        count += words.count
        guard count <= table.longest else { break }
        folded += words.folded
        let synonyms = try table.synonyms(of: folded, limit: maximumSpellings)
        if !synonyms.isEmpty { runs.append((end + 1, synonyms)) }
      }
      for run in runs.reversed() {
        let typed = words[start..<run.end].flatMap { $0?.folded ?? [] }.dropLast()
        for synonym in run.synonyms {
          guard found.count < maximumSpellings else { return found }
          found.append(
            Replacement(
              range: start..<run.end, typed: String(decoding: typed, as: UTF8.self),
              synonym: synonym, clause: try QueryClause(synonym: synonym)))
        }
      }
    }
    return found
  }
}

extension QueryClause {
  /// The folded words, as a synonym is stored, if it was typed as one word without quotes, field or OR.
  fileprivate var plainWords: (folded: [UInt8], count: Int)? {
    guard !isQuoted, alternatives.count(where: { !$0.isJoined }) == 1,
      alternatives.allSatisfy({ $0.field == nil })
    else { return nil }
    let tokens = alternatives[0].tokens
    var folded: [UInt8] = []
    for token in tokens {
      folded += token.text.utf8
      folded.append(UInt8(ascii: " "))
    }
    return (folded, tokens.count)
  }

  /// Reads a synonym: a single word as if it was typed, several words as a phrase.
  fileprivate init(synonym: String) throws(ShortlistError) {
    let tokens = try Tokens(synonym)
    self.init(
      alternatives: tokens.groups.count == 1
        ? tokens.alternatives(of: 0, field: nil) : [tokens.phrase(field: nil)])
  }
}
