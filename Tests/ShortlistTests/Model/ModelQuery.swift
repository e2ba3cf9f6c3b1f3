import Shortlist

/// A typed query, parsed according to the specification of the match tiers.
struct ModelQuery: Hashable {
  /// The clauses that an item must match.
  private(set) var clauses: [ModelClause] = []
  /// The clauses that it must not match.
  private(set) var exclusions: [ModelClause] = []
  /// Whether the query has a phrase or a field, which disables substring matching.
  private(set) var hasOperators = false

  /// The number of ways to choose one alternative of each clause.
  var choiceCount: Int {
    clauses.reduce(1) { min(1_000, $0 * $1.alternatives.count) }
  }

  /// The same query, without prefix matching.
  var whole: ModelQuery {
    var whole = self
    for clause in clauses.indices {
      for index in clauses[clause].alternatives.indices {
        whole.clauses[clause].alternatives[index].isWhole = true
      }
    }
    return whole
  }

  /// Returns the query with a clause in place of others.
  func replacing(_ range: Range<Int>, by clause: ModelClause) -> ModelQuery {
    var query = self
    query.clauses.replaceSubrange(range, with: [clause])
    return query
  }

  /// Returns the query with other clauses to match, and the same exclusions.
  func limited(to clauses: [ModelClause]) -> ModelQuery {
    var query = self
    query.clauses = clauses
    return query
  }

  init(_ text: String, _ tokenizer: ModelTokenizer, operators: Bool = true) {
    var parser = ModelQueryParser(
      operators ? ModelQueryParser.withoutUnfinishedOperators(text, tokenizer) : text, tokenizer)
    let elements = Self.elements(
      operators ? parser.elements() : parser.plainElements(), tokenizer)
    var typed = elements.compactMap { if case .clause(let clause) = $0 { clause } else { nil } }
    hasOperators = typed.contains { clause in
      !clause.isExcluded && (clause.isQuoted || clause.alternatives.contains { $0.field != nil })
    }
    if let last = typed.indices.last, parser.endsInText, !typed[last].isExcluded,
      !typed[last].isClosed
    {
      for index in typed[last].alternatives.indices {
        typed[last].alternatives[index].isPrefix = true
      }
    }
    var isChoice = false
    var rest = typed.prefix(64)
    for element in elements {
      guard case .clause = element else {
        isChoice = true
        continue
      }
      guard var clause = rest.popFirst() else { break }
      for index in clause.alternatives.indices {
        clause.alternatives[index].isQuoted = clause.isQuoted
      }
      if clause.isExcluded {
        exclusions.append(clause)
      } else if isChoice {
        clauses[clauses.count - 1].alternatives += clause.alternatives
        clauses[clauses.count - 1].isQuoted = clauses[clauses.count - 1].isQuoted || clause.isQuoted
      } else {
        clauses.append(clause)
      }
      isChoice = false
    }
  }

  private enum Element {
    case clause(ModelClause)
    case or
  }

  /// Drops each "OR" without a clause on one side. If there are no other clauses, it is a word.
  private static func elements(
    _ parsed: [ModelQueryParser.Element], _ tokenizer: ModelTokenizer
  ) -> [Element] {
    let isWord = !parsed.contains { element in
      if case .clauses(let clauses) = element { clauses[0].isExcluded == false } else { false }
    }
    var elements: [Element] = []
    for (index, element) in parsed.enumerated() {
      switch element {
      case .clauses(let clauses): elements += clauses.map(Element.clause)
      case .or where isWord:
        let token = ModelQueryToken(text: Array("or".utf8), kind: .word)
        elements.append(
          .clause(ModelClause(alternatives: [ModelAlternative(tokens: [token])])))
      case .or:
        if case .clause(let left) = elements.last, !left.isExcluded,
          index + 1 < parsed.count, case .clauses(let right) = parsed[index + 1],
          right.first?.isExcluded == false
        {
          elements.append(.or)
        }
      }
    }
    return elements
  }
}
