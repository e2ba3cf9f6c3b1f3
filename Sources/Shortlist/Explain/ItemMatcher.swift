/// Compares one item with a query, tier by tier and without the index, to explain how it matches.
struct ItemMatcher {
  /// A word of a query, and the word of an item that it matches.
  struct Evidence {
    enum Relation: Equatable {
      case equals, begins, isInside
    }

    let typed: String
    let relation: Relation
    let word: ItemText.Word
    let field: Field
    let keyword: Int
  }

  let query: ParsedQuery
  let texts: [ItemText]

  init(_ query: ParsedQuery, _ item: Item) throws(ShortlistError) {
    self.query = query
    texts = try ItemText.texts(of: item)
  }

  /// The fields of tiers 1 to 3 and 5.
  static let titleFields: [Field] = [.title, .keywords]

  /// Whether words are also looked for inside words.
  var triesSubstrings: Bool { !query.hasPhrase && !query.hasField }

  /// The best of tiers 1 to 5, ignoring exclusions.
  var tier: MatchTier? {
    guard !query.clauses.isEmpty else { return nil }
    if let choices = QueryClause.titleChoices(query.clauses) {
      for (isWhole, tier) in [(true, MatchTier.title), (false, .prefix)] {
        if choices.contains(where: { titleWords($0, isWhole: isWhole) != nil }) { return tier }
      }
    }
    for (fields, tier) in [(Self.titleFields, MatchTier.words), (Field.allCases, .text)] {
      if query.clauses.allSatisfy({ evidence(for: $0, in: fields) != nil }) { return tier }
    }
    return query.clauses.allSatisfy { substringEvidence(for: $0) != nil } ? .substring : nil
  }

  /// Returns the words that the title begins with, or consists of, if it matches these
  /// alternatives.
  func titleWords(_ choice: [QueryClause.Alternative], isWhole: Bool) -> [ItemText.Word]? {
    texts[0].words(
      beginningWith: QueryClause.titleWords(choice, isWhole: isWhole),
      isPrefix: !isWhole && choice.last?.isPrefix == true, isWhole: isWhole)
  }

  /// The exclusion that the item matches.
  var exclusion: (clause: QueryClause, evidence: [Evidence])? {
    for clause in query.exclusions {
      if let evidence = evidence(for: clause, in: Field.allCases) { return (clause, evidence) }
    }
    return nil
  }

  // MARK: Clauses

  /// Returns the words of one field that match a clause; `nil` when none do.
  func evidence(for clause: QueryClause, in fields: [Field]) -> [Evidence]? {
    for alternative in clause.alternatives {
      for text in texts
      where fields.contains(text.field)
        && (alternative.field == nil || alternative.field == text.field)
      {
        let phrase = alternative.words
        guard let words = text.words(matching: phrase, isPrefix: alternative.isPrefix) else {
          continue
        }
        return zip(phrase, words).map { typed, word in
          Evidence(
            typed: typed, relation: typed == word.text ? .equals : .begins, word: word,
            field: text.field, keyword: text.keyword)
        }
      }
    }
    return nil
  }

  /// Returns the words of title and keywords that contain the words of a clause; `nil` when one of
  /// these is missing, or the query has quotes or fields.
  func substringEvidence(for clause: QueryClause) -> [Evidence]? {
    guard triesSubstrings else { return nil }
    for alternative in clause.alternatives {
      var evidence: [Evidence] = []
      for typed in alternative.words {
        for text in texts where Self.titleFields.contains(text.field) {
          guard let word = text.word(containing: typed) else { continue }
          let relation: Evidence.Relation =
            word.text == typed ? .equals : word.text.hasPrefix(typed) ? .begins : .isInside
          evidence.append(
            Evidence(
              typed: typed, relation: relation, word: word, field: text.field,
              keyword: text.keyword))
          break
        }
      }
      if evidence.count == alternative.words.count { return evidence }
    }
    return nil
  }

  /// Returns the matches on a tier, clause by clause; empty for tiers 6 to 8.
  func evidence(on tier: MatchTier) -> [Evidence] {
    let found: (QueryClause) -> [Evidence]? =
      switch tier {
      case .title, .prefix: { evidence(for: $0, in: [.title]) }
      case .words: { evidence(for: $0, in: Self.titleFields) }
      case .text: { evidence(for: $0, in: Field.allCases) }
      case .substring: { substringEvidence(for: $0) }
      case .typo, .typos, .partial: { _ in nil }
      }
    return query.clauses.flatMap { found($0) ?? [] }
  }
}

/// The distance between two words, for sentences about misspelt ones. It compares one word at a
/// time, so it need not be fast.
enum EditDistance {
  /// Returns the minimum number of edits from `typed` to each beginning of `word`, by its length in
  /// letters, with the whole word last. An edit removes, inserts or replaces a letter, or swaps two
  /// neighbours.
  static func edits(from typed: String, toBeginningsOf word: String) -> [Int] {
    let (a, b) = (Array(typed.unicodeScalars), Array(word.unicodeScalars.prefix(256)))
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for (i, letter) in a.prefix(256).enumerated() {
      var row = [i + 1]
      for (j, other) in b.enumerated() {
        var least = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last
  }
}
