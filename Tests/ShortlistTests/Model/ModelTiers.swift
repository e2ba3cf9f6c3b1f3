import Shortlist

/// Compares an item with a query, tier by tier.
struct ModelTiers {
  private let query: ModelQuery
  /// The misspelt words that tiers 6 and 7 forgive.
  private let typos: TypoTolerance
  /// The ways to choose one alternative of each clause, for the first two tiers.
  private let choices: [[ModelAlternative]]

  init(_ query: ModelQuery, _ typos: TypoTolerance = .on) {
    self.query = query
    self.typos = typos
    let areTitles = query.clauses.allSatisfy { clause in
      clause.alternatives.allSatisfy { $0.field == nil || $0.field == .title }
    }
    choices = areTitles ? Self.choices(query.clauses) : []
  }

  /// Returns the best of tiers 1 to 4.
  func tier(of document: ModelDocument) -> Int? {
    guard isCandidate(document) else { return nil }
    if choices.contains(where: { isTitle(document.title, $0) }) { return 1 }
    if choices.contains(where: { beginsTitle(document.title, $0) }) { return 2 }
    if matches(document, in: [.title, .keywords]) { return 3 }
    if matches(document, in: Field.allCases) { return 4 }
    return nil
  }

  /// Whether every token of every clause is a substring of a word in the title or keywords.
  func isSubstring(of document: ModelDocument) -> Bool {
    guard isCandidate(document), !query.hasOperators else { return false }
    let texts = [document.title] + document.keywords
    return query.clauses.allSatisfy { clause in
      clause.alternatives.contains { alternative in
        alternative.phrase.allSatisfy { token in
          texts.contains { $0.containsSubstring(token) }
        }
      }
    }
  }

  func isExcluded(_ document: ModelDocument) -> Bool { !isCandidate(document) }

  /// Returns the tier of an answer to a question: 3 or 4 if nothing is missing, otherwise 8.
  func isAll(_ document: ModelDocument, of query: ModelQuery) -> Int {
    for (step, fields) in [(3, [Field.title, .keywords]), (4, Field.allCases)] {
      let hasAll = query.clauses.allSatisfy { clause in
        let choices = ModelProse.choices(clause)
        let told = choices.map {
          $0.filter { ModelProse.tells($0) || !ModelProse.isTelling(query) }
        }
        .filter { !$0.isEmpty }
        return told.isEmpty
          || told.contains { words in
            words.allSatisfy { Self.matches($0, document, in: fields) }
          }
      }
      if hasAll { return step }
    }
    return 8
  }

  /// Returns tier 6 or 7, for one edit or more in the given fields.
  func typoTier(of document: ModelDocument, in fields: [Field] = Field.allCases) -> Int? {
    let costs = query.clauses.map { edits($0, document, in: fields) }
    var totals = [Self.sum(costs[...])]
    for index in query.clauses.indices.dropLast() {
      guard let joined = Self.joined(query.clauses[index], query.clauses[index + 1], typos),
        Self.matches(joined, document, in: corrected(fields))
      else { continue }
      totals.append(Self.sum(costs[..<index] + [1] + costs[(index + 2)...]))
    }
    return totals.compactMap(\.self).min().map { $0 <= 1 ? 6 : 7 }
  }

  private static func sum(_ costs: ArraySlice<Int?>) -> Int? {
    costs.reduce(0) { sum, cost in cost.flatMap { cost in sum.map { $0 + cost } } }
  }

  /// Returns those of some fields in which corrected words may match.
  private func corrected(_ fields: [Field]) -> [Field] {
    fields.filter { typos.fields?.contains($0) ?? true }
  }

  /// Returns the fewest edits with which a clause matches.
  private func edits(
    _ clause: ModelClause, _ document: ModelDocument, in fields: [Field]
  ) -> Int? {
    guard !Self.matches(clause, document, in: fields) else { return 0 }
    guard !clause.isQuoted else { return nil }
    return clause.alternatives.compactMap { alternative -> Int? in
      let phrase = alternative.phrase
      let texts = corrected(fields).filter { alternative.field == nil || alternative.field == $0 }
        .flatMap(document.texts)
      let isSplit = Self.splittings(alternative, typos).contains { split in
        texts.contains { $0.contains(split.phrase, endsInPrefix: split.endsInPrefix) }
      }
      let edits = texts.flatMap { text in
        phrase.indices.compactMap { place in
          text.edits(phrase, endsInPrefix: alternative.endsInPrefix, place: place, typos)
        }
      }
      return (edits + (isSplit ? [1] : [])).min()
    }.min()
  }

  /// Returns the ways to split a word in two, or words with symbols without these, as whole words.
  static func splittings(
    _ alternative: ModelAlternative, _ typos: TypoTolerance
  ) -> [ModelAlternative] {
    if alternative.tokens.contains(where: { $0.plain != nil }) {
      var plain = alternative
      plain.tokens = alternative.tokens.map {
        ModelQueryToken(text: $0.plain ?? $0.text, kind: $0.kind)
      }
      plain.isWhole = true
      return [plain]
    }
    guard alternative.tokens.count == 1,
      ModelTypos.allowsEdits(in: alternative.tokens[0].text, typos)
    else { return [] }
    let scalars = Array(
      String(decoding: alternative.tokens[0].text, as: UTF8.self).unicodeScalars.map(String.init))
    return scalars.indices.dropFirst().map { index in
      var split = alternative
      split.tokens = [scalars[..<index], scalars[index...]].map {
        ModelQueryToken(text: Array($0.joined().utf8), kind: .word)
      }
      return split
    }
  }

  /// Joins two words into one.
  static func joined(
    _ a: ModelClause, _ b: ModelClause, _ typos: TypoTolerance
  ) -> ModelClause? {
    guard !a.isQuoted, !b.isQuoted, a.alternatives.count == 1, b.alternatives.count == 1,
      a.alternatives[0].tokens.count == 1, b.alternatives[0].tokens.count == 1,
      a.alternatives[0].field == b.alternatives[0].field
    else { return nil }
    var joined = b
    let text = a.alternatives[0].tokens[0].text + b.alternatives[0].tokens[0].text
    joined.alternatives[0].tokens = [ModelQueryToken(text: text, kind: .word)]
    return ModelTypos.allowsEdits(in: text, typos) ? joined : nil
  }

  /// Whether the query has clauses, and the item matches none of its exclusions.
  private func isCandidate(_ document: ModelDocument) -> Bool {
    !query.clauses.isEmpty && !hasExcludedWord(document)
  }

  func hasExcludedWord(_ document: ModelDocument) -> Bool {
    query.exclusions.contains { Self.matches($0, document, in: Field.allCases) }
  }

  func matches(_ document: ModelDocument, in fields: [Field]) -> Bool {
    query.clauses.allSatisfy { Self.matches($0, document, in: fields) }
  }

  static func matches(
    _ clause: ModelClause, _ document: ModelDocument, in fields: [Field]
  ) -> Bool {
    clause.alternatives.contains { alternative in
      fields.contains { field in
        (alternative.field == nil || alternative.field == field)
          && document.texts(of: field).contains { text in
            text.contains(alternative.phrase, endsInPrefix: alternative.endsInPrefix)
          }
      }
    }
  }

  // MARK: - Titles

  private static func choices(_ clauses: [ModelClause]) -> [[ModelAlternative]] {
    var choices: [[ModelAlternative]] = [[]]
    for clause in clauses {
      choices = choices.flatMap { choice in clause.alternatives.map { choice + [$0] } }
      // Further choices are never tried, and their number doubles with each clause.
      choices = Array(choices.prefix(8))
    }
    return choices
  }

  private func isTitle(_ title: ModelText, _ choice: [ModelAlternative]) -> Bool {
    title.begins(with: choice.flatMap(\.tokens), endsInPrefix: false, endsThere: true)
  }

  /// Whether the title begins with the words as typed.
  func beginsTitle(_ document: ModelDocument) -> Bool {
    choices.contains { beginsTitle(document.title, $0) }
  }

  private func beginsTitle(_ title: ModelText, _ choice: [ModelAlternative]) -> Bool {
    guard let last = choice.last else { return false }
    return title.begins(
      with: choice.dropLast().flatMap(\.tokens) + last.phrase,
      endsInPrefix: last.endsInPrefix, endsThere: false)
  }
}
