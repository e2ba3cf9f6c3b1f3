/// A query, for the pages of an index and in the language of FTS5: always valid, because it holds
/// quoted tokens only.
struct MatchExpression {
  /// The operand of MATCH.
  let text: String
  /// The same for the pages of the index; `nil` where only FTS5 can tell, because it takes a field.
  let postings: PostingsExpression?
  /// For `shortlist_fields`, when some word is limited to a field: two bytes for each phrase.
  var fields: [UInt8]?
  /// Whether starting anew costs FTS5 little: longer prefixes it collects each time.
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
    _ clauses: [QueryClause], inTitles: Bool, stems: Bool = false
  ) -> MatchExpression {
    combined(clauses, isAny: false, inTitles: inTitles, stems: stems)
  }

  /// Any of the clauses, anywhere in a text; fields are left to the ranker.
  static func any(_ clauses: [QueryClause], inTitles: Bool, stems: Bool) -> MatchExpression {
    combined(clauses, isAny: true, inTitles: inTitles, stems: stems)
  }

  private static func combined(
    _ clauses: [QueryClause], isAny: Bool, inTitles: Bool, stems: Bool
  ) -> MatchExpression {
    var ranked: [Ranker.Phrase] = []
    var fields: [UInt8] = []
    var isLimited = false
    var isCheap = true
    var parts: [String] = []
    var postings: [PostingsExpression] = []
    for (offset, clause) in clauses.enumerated() {
      let alternatives = stems ? clause.alternatives.flatMap(\.withStems) : clause.alternatives
      for alternative in alternatives {
        isCheap = isCheap && alternative.isCheapToRestart
        isLimited = isLimited || alternative.field != nil
        let columns = mask(alternative.field, inTitles: inTitles)
        fields += [UInt8(offset), columns]
        ranked.append(Ranker.Phrase(clause: offset, columns: columns))
      }
      parts.append(
        combined(alternatives.map { phrase($0.words, isPrefix: $0.isPrefix) }, by: " OR "))
      postings.append(
        .any(of: alternatives.map { .phrase(of: $0.words, isPrefix: $0.isPrefix) }))
    }
    return MatchExpression(
      text: parts.joined(separator: isAny ? " OR " : " AND "),
      postings: isAny ? .any(of: postings) : isLimited ? nil : .all(of: postings),
      fields: isLimited && !isAny ? fields : nil, isCheapToRestart: isCheap, phrases: ranked)
  }

  /// All clauses of one of some queries, anywhere in a text; of a single one, when words are limited
  /// to fields.
  static func any(of queries: [[QueryClause]], inTitles: Bool) -> MatchExpression {
    let all = queries.map { words($0, inTitles: inTitles) }
    guard all.count != 1 else { return all[0] }
    return MatchExpression(
      text: all.map { "(\($0.text))" }.joined(separator: " OR "),
      postings: .any(of: all.compactMap(\.postings)), fields: nil,
      isCheapToRestart: all.allSatisfy(\.isCheapToRestart))
  }

  /// The clauses one after the other from the first word of a title; up to its end, or with the
  /// last word as typed. `nil` when a clause is limited to another field than the title.
  static func title(_ clauses: [QueryClause], isWhole: Bool) -> MatchExpression? {
    guard let choices = QueryClause.titleChoices(clauses) else { return nil }
    var isCheap = true
    var parts: [String] = []
    var postings: [PostingsExpression] = []
    for choice in choices {
      guard let last = choice.last else { continue }
      var words = QueryClause.titleWords(choice, isWhole: isWhole)
      guard let first = words.first else { continue }
      let isPrefix = last.isPrefix && !isWhole
      if isPrefix { isCheap = isCheap && last.isCheapToRestart }
      words[0] = Tokens.markedFirst(first)
      if isWhole, let end = words.popLast() { words.append(end + Tokens.end) }
      parts.append(phrase(words, isPrefix: isPrefix))
      postings.append(.phrase(of: words, isPrefix: isPrefix))
    }
    return MatchExpression(
      text: parts.joined(separator: " OR "), postings: .any(of: postings), fields: nil,
      isCheapToRestart: isCheap)
  }

  private static func combined(_ parts: [String], by operation: String) -> String {
    parts.count == 1 ? parts[0] : "(\(parts.joined(separator: operation)))"
  }

  private static func phrase(_ words: [String], isPrefix: Bool) -> String {
    "\"\(Tokens.verbatim)\(words.joined(separator: " "))\"\(isPrefix ? "*" : "")"
  }
}

extension QueryClause.Alternative {
  /// Whether FTS5 has a list of its own for it.
  fileprivate var isCheapToRestart: Bool {
    !isPrefix || words.last.map(IndexTable.listsPrefix) ?? true
  }
}
