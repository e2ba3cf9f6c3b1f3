/// A condition on the tokens of an item, in an index made of an ``IndexedItem``.
@_spi(SearchEngines) public indirect enum TokenQuery: Sendable, Hashable {
  /// Tokens next to each other in this order, or a single one; with `isPrefix`, the last may be
  /// longer. In one field, or in any if it is `nil`.
  case phrase([String], isPrefix: Bool, field: Field?)
  /// All of the conditions.
  case all([TokenQuery])
  /// At least one of the conditions; none of none.
  case any([TokenQuery])
}

extension TokenQuery {
  init(_ alternative: QueryClause.Alternative) {
    self = .phrase(alternative.words, isPrefix: alternative.isPrefix, field: alternative.field)
  }

  init(_ clause: QueryClause) { self = .any(of: clause.alternatives.map(TokenQuery.init)) }

  /// Matches all clauses.
  init(_ clauses: [QueryClause]) { self = .all(of: clauses.map(TokenQuery.init)) }

  /// Matches any of the parts; a single one stands for itself.
  static func any(of parts: [TokenQuery]) -> TokenQuery {
    parts.count == 1 ? parts[0] : .any(parts)
  }

  /// Matches all of the parts; a single one stands for itself.
  static func all(of parts: [TokenQuery]) -> TokenQuery {
    parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Matches the clauses in order from the first word of a title: up to its end, or with the last
  /// word as typed. `nil` when a clause is limited to a field other than the title.
  static func title(_ clauses: [QueryClause], isWhole: Bool) -> TokenQuery? {
    guard let choices = QueryClause.titleChoices(clauses) else { return nil }
    var phrases: [TokenQuery] = []
    for choice in choices {
      guard let last = choice.last else { continue }
      var words = QueryClause.titleWords(choice, isWhole: isWhole)
      guard let first = words.first else { continue }
      words[0] = Tokens.markedFirst(first)
      if isWhole, let end = words.popLast() { words.append(end + Tokens.end) }
      phrases.append(.phrase(words, isPrefix: last.isPrefix && !isWhole, field: nil))
    }
    return .any(of: phrases)
  }
}
