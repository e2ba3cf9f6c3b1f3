/// A requirement of the query: an item must match one of its alternatives.
struct QueryClause: Hashable {
  /// A phrase of folded tokens.
  struct Alternative: Hashable {
    /// A token of the phrase.
    struct Word: Hashable {
      let text: String
      /// `.tail` for a word that must match only where the run must end, `.single` for one that the
      /// index may hold as the last one of a run, which is not a term; otherwise `.word`.
      var kind = Token.Kind.word
      /// The word without the symbols beside it, if it has any: `c` for `c++`.
      var plain: String?
    }

    var tokens: [Word]
    /// The only field to search; `nil` for all.
    var field: Field?
    /// Whether the last word is a prefix.
    var isPrefix = false
    /// Whether the words match only as typed, without their other forms, because they were quoted.
    var isExact = false
    /// Whether this is the joined form of the preceding alternative: `email` for "e-mail".
    var isJoined = false
    /// Whether this is a typed alternative without its symbols: `c` for "C++".
    var isPlain = false

    /// The tokens that must match anywhere the phrase occurs: all except a tail at the end.
    var words: [String] {
      (tokens.last?.kind == .tail ? tokens.dropLast() : tokens[...]).map(\.text)
    }

    /// The words without the symbols beside them, as whole words; `nil` if there are no symbols.
    var withoutSymbols: Alternative? {
      guard tokens.contains(where: { $0.plain != nil }) else { return nil }
      var plain = self
      plain.tokens = tokens.map { Word(text: $0.plain ?? $0.text, kind: $0.kind) }
      plain.isPrefix = false
      plain.isPlain = true
      return plain
    }
  }

  private(set) var alternatives: [Alternative]
  /// Whether the clause was typed in quotes.
  private(set) var isQuoted = false

  init(alternatives: [Alternative], isQuoted: Bool = false) {
    self.alternatives = alternatives
    self.isQuoted = isQuoted
  }

  /// Adds the alternatives of `other`.
  mutating func join(_ other: QueryClause) {
    alternatives += other.alternatives
    isQuoted = isQuoted || other.isQuoted
  }

  /// Returns the clause with only its first `count` alternatives.
  func limited(to count: Int) -> QueryClause {
    QueryClause(alternatives: Array(alternatives.prefix(count)), isQuoted: isQuoted)
  }

  /// The clause with every prefix turned into a whole word.
  var whole: QueryClause {
    var whole = self
    for index in alternatives.indices { whole.alternatives[index].isPrefix = false }
    return whole
  }

  /// Turns the last words of the last `count` alternatives into prefixes.
  mutating func makePrefix(last count: Int) {
    for index in alternatives.indices.suffix(count) {
      alternatives[index].isPrefix = true
    }
  }
}

extension [QueryClause] {
  /// The words of all alternatives.
  var words: Set<String> { Set(flatMap(\.alternatives).flatMap(\.words)) }
}

/// English words that say nothing about the subject of a question.
enum StopWords {
  /// The folded words. Prose queries ignore them unless they have no other words.
  static let english: Set<String> = [
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "been",
    "between", "both", "but", "by", "can", "could", "did", "do", "does", "each", "for", "from",
    "had", "has", "have", "having", "how", "i", "if", "in", "into", "is", "it", "its", "may",
    "more", "most", "must", "no", "not", "of", "on", "or", "other", "our", "over", "should", "so",
    "some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they",
    "this", "those", "through", "to", "under", "up", "upon", "us", "used", "using", "very", "was",
    "we", "were", "what", "when", "where", "which", "while", "who", "whom", "why", "will", "with",
    "would", "you", "your",
  ]
}
