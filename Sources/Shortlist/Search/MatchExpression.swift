/// A query in the language of FTS5: always valid, because it holds quoted tokens only.
struct MatchExpression {
  /// The operand of MATCH.
  let text: String
  /// For `shortlist_fields`, when some word is limited to a field: two bytes for each phrase.
  let fields: [UInt8]?
  /// Whether starting anew costs little: FTS5 collects longer prefixes each time.
  let isCheapToRestart: Bool
  /// The phrases of ``text`` in their order, to rank by.
  var phrases: [Ranker.Phrase] = []

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

  /// All clauses, anywhere in a text. With `stems`, the index holds stems, and a word finds its other
  /// forms.
  static func words(
    _ clauses: [QueryClause], inTitles: Bool, _ terms: PrefixTerms = PrefixTerms(),
    stems: Bool = false
  ) -> MatchExpression {
    combined(clauses, by: " AND ", inTitles: inTitles, terms, stems: stems)
  }

  /// Any of the clauses, anywhere in a text.
  static func any(_ clauses: [QueryClause], inTitles: Bool, stems: Bool) -> MatchExpression {
    combined(clauses, by: " OR ", inTitles: inTitles, PrefixTerms(), stems: stems)
  }

  private static func combined(
    _ clauses: [QueryClause], by operation: String, inTitles: Bool, _ terms: PrefixTerms,
    stems: Bool
  ) -> MatchExpression {
    var ranked: [Ranker.Phrase] = []
    var fields: [UInt8] = []
    var isLimited = false
    var isCheap = true
    let parts = clauses.enumerated().map { offset, clause in
      let alternatives = stems ? clause.alternatives.flatMap(\.withStems) : clause.alternatives
      let phrases = alternatives.flatMap { alternative in
        let readings = readings(alternative.words, isPrefix: alternative.isPrefix, terms)
        isCheap = isCheap && readings.isCheap
        isLimited = isLimited || alternative.field != nil
        for _ in readings.phrases {
          let columns = mask(alternative.field, inTitles: inTitles)
          fields += [UInt8(offset), columns]
          ranked.append(Ranker.Phrase(clause: offset, columns: columns))
        }
        return readings.phrases
      }
      return phrases.count == 1 ? phrases[0] : "(\(phrases.joined(separator: " OR ")))"
    }
    return MatchExpression(
      text: parts.joined(separator: operation), fields: isLimited ? fields : nil,
      isCheapToRestart: isCheap, phrases: ranked)
  }

  /// All clauses of one of some queries, anywhere in a text; of a single one, when words are limited
  /// to fields.
  static func any(of queries: [[QueryClause]], inTitles: Bool) -> MatchExpression {
    let all = queries.map { words($0, inTitles: inTitles) }
    guard all.count != 1 else { return all[0] }
    return MatchExpression(
      text: all.map { "(\($0.text))" }.joined(separator: " OR "), fields: nil,
      isCheapToRestart: all.allSatisfy(\.isCheapToRestart))
  }

  /// The clauses one after the other from the first word of a title; up to its end, or with the
  /// last word as typed. `nil` when a clause is limited to another field than the title.
  static func title(
    _ clauses: [QueryClause], isWhole: Bool, _ terms: PrefixTerms = PrefixTerms()
  ) -> MatchExpression? {
    guard let choices = QueryClause.titleChoices(clauses) else { return nil }
    var isCheap = true
    let phrases = choices.flatMap { choice -> [String] in
      guard let last = choice.last else { return [] }
      var words = QueryClause.titleWords(choice, isWhole: isWhole)
      let isPrefix = last.isPrefix && !isWhole
      if isWhole, let end = words.popLast() { words.append(end + Tokens.end) }
      let readings = readings(words, isPrefix: isPrefix, terms, beginsTitle: true)
      isCheap = isCheap && readings.isCheap
      return readings.phrases
    }
    return MatchExpression(
      text: phrases.joined(separator: " OR "), fields: nil, isCheapToRestart: isCheap)
  }

  /// A phrase, or several with the terms that its prefix stands for; and whether FTS5 need not
  /// collect anything for them.
  private static func readings(
    _ words: [String], isPrefix: Bool, _ terms: PrefixTerms, beginsTitle: Bool = false
  ) -> (phrases: [String], isCheap: Bool) {
    guard let last = words.last else { return ([], true) }
    let whole = isPrefix ? terms.terms(of: last) : nil
    let phrases = (whole ?? [last]).map { last in
      var words = words.dropLast() + [last]
      if beginsTitle { words[0] = Tokens.markedFirst(words[0]) }
      return phrase(Array(words), isPrefix: isPrefix && whole == nil)
    }
    return (phrases, !isPrefix || whole != nil || PrefixTerms.isCovered(last))
  }

  /// Every word inside a word. `nil` when something was quoted, or limited to a field.
  static func fragments(_ query: ParsedQuery) -> MatchExpression? {
    guard !query.hasPhrase, !query.hasField else { return nil }
    var isCheap = true
    let parts = query.clauses.map { clause in
      let alternatives = clause.alternatives.map { alternative in
        isCheap = isCheap && alternative.words.allSatisfy(PrefixTerms.isCovered)
        let words = alternative.words.map { phrase([$0], isPrefix: true) }
        return words.count == 1 ? words[0] : "(\(words.joined(separator: " AND ")))"
      }
      return alternatives.count == 1
        ? alternatives[0] : "(\(alternatives.joined(separator: " OR ")))"
    }
    return MatchExpression(
      text: parts.joined(separator: " AND "), fields: nil, isCheapToRestart: isCheap)
  }

  private static func phrase(_ words: [String], isPrefix: Bool) -> String {
    "\"\(Tokens.verbatim)\(words.joined(separator: " "))\"\(isPrefix ? "*" : "")"
  }
}
