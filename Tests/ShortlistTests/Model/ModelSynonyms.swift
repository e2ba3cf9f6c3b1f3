import Shortlist

/// The sets of synonyms, and the spellings of a query that they allow.
struct ModelSynonyms {
  private(set) var sets: [SynonymSet] = []
  let tokenizer: ModelTokenizer

  /// A synonym in place of consecutive clauses.
  private struct Replacement {
    let start: Int
    let end: Int
    let clause: ModelClause
  }

  // MARK: Sets

  /// Adds the sets that are not there yet. Of equal terms in a set, the first counts.
  mutating func add(_ added: [SynonymSet]) {
    for set in added.map(distinct) where !sets.contains(where: { isEqual($0, set) }) {
      sets.append(set)
    }
  }

  mutating func remove(_ removed: [SynonymSet]) {
    sets = sets.filter { set in !removed.contains { isEqual(distinct($0), set) } }
  }

  mutating func replace(with others: [SynonymSet]) {
    sets = []
    add(others)
  }

  private func distinct(_ set: SynonymSet) -> SynonymSet {
    var distinct = set
    var known = set.source.map { [words(of: $0)] } ?? []
    distinct.terms = []
    for term in set.terms where !known.contains(words(of: term)) {
      known.append(words(of: term))
      distinct.terms.append(term)
    }
    return distinct
  }

  private func isEqual(_ a: SynonymSet, _ b: SynonymSet) -> Bool {
    a.source.map(words) == b.source.map(words)
      && Set(a.terms.map(words)) == Set(b.terms.map(words))
  }

  /// Returns the folded words of a term, with the symbols beside them.
  func words(of term: String) -> [[UInt8]] {
    ModelQueryParser.inOrder(tokenizer.tokens(of: term)).map(\.text)
  }

  // MARK: Spellings

  /// Returns the query with synonyms in place of some of its words: at most 32 times, and first
  /// those with the fewest replacements.
  func spellings(of query: ModelQuery) -> [ModelQuery] {
    let all = replacements(in: query)
    var combinations = all.map { [$0] }
    var next = 0
    while next < combinations.count, combinations.count < 32 {
      let combination = combinations[next]
      combinations += all.filter { $0.start >= combination[combination.count - 1].end }
        .map { combination + [$0] }
      next += 1
    }
    return combinations.prefix(32).map { combination in
      combination.reversed().reduce(query) { query, replacement in
        query.replacing(replacement.start..<replacement.end, by: replacement.clause)
      }
    }
  }

  /// Returns the synonyms of all runs of clauses: by the first clause, then longer runs first, then
  /// in the order of the sets.
  private func replacements(in query: ModelQuery) -> [Replacement] {
    let clauses = query.clauses
    var found: [Replacement] = []
    for start in clauses.indices {
      for end in (start + 1..<clauses.count + 1).reversed()
      where clauses[start..<end].allSatisfy(isPlain) {
        let typed = clauses[start..<end].flatMap { $0.alternatives[0].tokens.map(\.text) }
        var known = [typed]
        for set in sets where (set.source.map { [$0] } ?? set.terms).map(words).contains(typed) {
          for term in set.terms where !known.contains(words(of: term)) {
            known.append(words(of: term))
            found.append(Replacement(start: start, end: end, clause: clause(of: term)))
          }
        }
      }
    }
    return found
  }

  /// Whether the clause is a word, neither quoted nor limited to a field, nor a choice by "OR".
  private func isPlain(_ clause: ModelClause) -> Bool {
    !clause.isQuoted && clause.alternatives.allSatisfy { $0.field == nil }
      && clause.alternatives.count { $0.tokens.map(\.kind) != [.joined] } == 1
  }

  /// Returns the clause that the term would be if it was typed; several words are a phrase.
  private func clause(of term: String) -> ModelClause {
    let words = ModelQueryParser.words(tokenizer.tokens(of: term))
    guard words.count != 1 else { return words[0] }
    let tokens = ModelQueryParser.inOrder(tokenizer.tokens(of: term))
    return ModelClause(alternatives: [ModelAlternative(tokens: tokens)])
  }
}
