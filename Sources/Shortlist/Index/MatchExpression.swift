/// A query in the language of FTS5: always valid, because it holds quoted tokens only.
struct MatchExpression {
  /// The operand of MATCH.
  let text: String
  /// For `shortlist_fields`, when some word is limited to a field: two bytes for each phrase.
  let fields: [UInt8]?
  /// Whether starting anew costs little: FTS5 collects longer prefixes each time.
  let isCheapToRestart: Bool

  /// The columns of the two tables, as bits.
  private static func mask(_ field: Field?, inTitles: Bool) -> UInt8 {
    switch field {
    case nil: 0xff
    case .title: 1
    case .keywords: inTitles ? 2 : 4
    case .subtitle: inTitles ? 0 : 2
    case .body: inTitles ? 0 : 8
    }
  }

  /// All clauses, anywhere in a text.
  static func words(_ clauses: [QueryClause], inTitles: Bool) -> MatchExpression {
    var fields: [UInt8] = []
    var isLimited = false
    var isCheap = true
    let parts = clauses.enumerated().map { offset, clause in
      let phrases = clause.alternatives.map { alternative in
        fields += [UInt8(offset), mask(alternative.field, inTitles: inTitles)]
        isLimited = isLimited || alternative.field != nil
        isCheap = isCheap && isCovered(alternative.isPrefix ? alternative.words.last : nil)
        return phrase(alternative.words, isPrefix: alternative.isPrefix)
      }
      return phrases.count == 1 ? phrases[0] : "(\(phrases.joined(separator: " OR ")))"
    }
    return MatchExpression(
      text: parts.joined(separator: " AND "), fields: isLimited ? fields : nil,
      isCheapToRestart: isCheap)
  }

  /// The clauses one after the other from the first word of a title; up to its end, or with the
  /// last word as typed. `nil` when a clause is limited to another field than the title.
  static func title(_ clauses: [QueryClause], isWhole: Bool) -> MatchExpression? {
    guard let choices = QueryClause.titleChoices(clauses) else { return nil }
    var isCheap = true
    let phrases = choices.compactMap { choice -> String? in
      guard let last = choice.last else { return nil }
      var words = QueryClause.titleWords(choice, isWhole: isWhole)
      guard let first = words.first else { return nil }
      words[0] = Tokens.markedFirst(first)
      guard !isWhole else { return phrase(words + [Tokens.end], isPrefix: false) }
      isCheap = isCheap && isCovered(last.isPrefix ? words.last : nil)
      return phrase(words, isPrefix: last.isPrefix)
    }
    return MatchExpression(
      text: phrases.joined(separator: " OR "), fields: nil, isCheapToRestart: isCheap)
  }

  /// Every word inside a word. `nil` when something was quoted, or limited to a field.
  static func fragments(_ query: ParsedQuery) -> MatchExpression? {
    guard !query.hasPhrase, !query.hasField else { return nil }
    var isCheap = true
    let parts = query.clauses.map { clause in
      let alternatives = clause.alternatives.map { alternative in
        isCheap = isCheap && alternative.words.allSatisfy(isCovered)
        let words = alternative.words.map { phrase([$0], isPrefix: true) }
        return words.count == 1 ? words[0] : "(\(words.joined(separator: " AND ")))"
      }
      return alternatives.count == 1
        ? alternatives[0] : "(\(alternatives.joined(separator: " OR ")))"
    }
    return MatchExpression(
      text: parts.joined(separator: " AND "), fields: nil, isCheapToRestart: isCheap)
  }

  /// Whether the index holds a list of its own for a prefix.
  private static func isCovered(_ prefix: String?) -> Bool {
    (prefix?.unicodeScalars.count ?? 0) <= 3
  }

  private static func phrase(_ words: [String], isPrefix: Bool) -> String {
    "\"\(Tokens.verbatim)\(words.joined(separator: " "))\"\(isPrefix ? "*" : "")"
  }
}
