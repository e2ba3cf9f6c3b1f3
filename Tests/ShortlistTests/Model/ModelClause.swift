import Shortlist

/// One way to match a clause.
struct ModelAlternative: Hashable {
  /// The tokens, including those at the ends of unspaced runs.
  var tokens: [ModelQueryToken]
  /// The field that must hold them; `nil` for any.
  var field: Field?
  /// Whether the last token may be incomplete.
  var isPrefix = false
  /// Whether it was typed in quotes.
  var isQuoted = false
  /// Whether longer tokens do not match.
  var isWhole = false

  /// The tokens that must follow each other in a text.
  var phrase: [ModelQueryToken] {
    tokens.last?.kind == .tail ? tokens.dropLast() : tokens
  }

  /// Whether the last token also matches longer ones; a single character of a run always does.
  var endsInPrefix: Bool { !isWhole && (isPrefix || phrase.last?.kind == .single) }
}

/// A part of a query, typed as a unit. All clauses must match.
struct ModelClause: Hashable {
  var alternatives: [ModelAlternative]
  var isExcluded = false
  var isQuoted = false
  /// Whether the closing quote was typed.
  var isClosed = false
}
