import Shortlist

/// One way to match a clause.
struct ModelAlternative: Hashable {
  /// The tokens, with those at the ends of runs without spaces.
  var tokens: [ModelQueryToken]
  /// Where they must stand; `nil` for anywhere.
  var field: Field?
  /// Whether the last token was half typed.
  var isPrefix = false
  /// Whether it was typed in quotes.
  var isQuoted = false
  /// Whether nothing longer will do.
  var isWhole = false

  /// The tokens that stand in a text one after the other.
  var phrase: [ModelQueryToken] {
    tokens.last?.kind == .tail ? tokens.dropLast() : tokens
  }

  /// Whether the last token finds longer ones; a single character of a run always does.
  var endsInPrefix: Bool { !isWhole && (isPrefix || phrase.last?.kind == .single) }
}

/// What was typed as one: all clauses of a query must match.
struct ModelClause: Hashable {
  var alternatives: [ModelAlternative]
  var isExcluded = false
  var isQuoted = false
  /// Whether the closing quote was typed.
  var isClosed = false
}
