/// What an item must hold: one of a few alternatives.
struct QueryClause: Hashable {
  /// A phrase of folded tokens.
  struct Alternative: Hashable {
    /// A token of the phrase.
    struct Token: Hashable {
      let text: String
      /// The last character of a run without spaces: it counts only where the run must end.
      let isTail: Bool
      /// A character that stands alone in a script without spaces: the index may have it as the last one
      /// of a run, which is no term.
      var isSingle = false
    }

    var tokens: [Token]
    /// The only field that counts; `nil` for all.
    var field: Field?
    /// Whether the last word is the beginning of one.
    var isPrefix = false
    /// Whether only the words as typed will do, and no other form of them: they were quoted.
    var isExact = false
    /// Whether it is the joined form of the alternative before it: `email` for "e-mail".
    var isJoined = false

    /// The tokens that must match wherever the phrase stands: all but a tail at its end.
    var words: [String] {
      (tokens.last?.isTail == true ? tokens.dropLast() : tokens[...]).map(\.text)
    }
  }

  private(set) var alternatives: [Alternative]
  /// Whether it was typed in quotes.
  private(set) var isQuoted = false

  init(alternatives: [Alternative], isQuoted: Bool = false) {
    self.alternatives = alternatives
    self.isQuoted = isQuoted
  }

  /// Lets the alternatives of `other` do as well.
  mutating func join(_ other: QueryClause) {
    alternatives += other.alternatives
    isQuoted = isQuoted || other.isQuoted
  }

  /// The clause with its first alternatives only.
  func limited(to count: Int) -> QueryClause {
    QueryClause(alternatives: Array(alternatives.prefix(count)), isQuoted: isQuoted)
  }

  /// The clause where nothing is the beginning of a word.
  var whole: QueryClause {
    var whole = self
    for index in alternatives.indices { whole.alternatives[index].isPrefix = false }
    return whole
  }

  /// Lets the last `count` alternatives be beginnings of words.
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

/// Words of English that say nothing about what a question is about.
enum StopWords {
  /// Folded. Left out of questions in prose that have other words.
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
