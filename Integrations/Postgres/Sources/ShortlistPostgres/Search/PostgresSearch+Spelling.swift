@_spi(SearchEngines) import Shortlist

extension PostgresSearch {
  /// Finds items with the words inside words, tier 5, while there are too few other matches.
  mutating func collectSubstrings() throws(ShortlistError) {
    guard count < query.limit else { return }
    let terms = try cache.terms(list, connection)
    guard let substrings = try engine.substrings(in: terms, atMost: Self.maximumTerms) else {
      return
    }
    var parts: [Condition] = []
    if let tokens = substrings.tokens { parts.append(.titles(tokens)) }
    parts += substrings.undecided.map { alternatives in
      .any(alternatives.map { words in .all(words.map(Condition.holds)) })
    }
    parts.append(Condition.any(sets).negated)
    try gather(MatchSet(condition: .all(parts), levels: [], lastLevel: .substring))
  }

  /// Finds items by corrected words, tiers 6 and 7, while there are too few other matches.
  mutating func collectCorrections() throws(ShortlistError) {
    guard engine.correctsSpelling else { return }
    for hasMore in [false, true] {
      guard count < query.limit else { return }
      let terms = try cache.terms(list, connection)
      let corrections = try engine.corrections(in: terms, withMoreEdits: hasMore)
      let conditions = corrections.conditions.map { condition in
        (
          level: condition.level,
          condition: condition.isInTitles
            ? Condition.titles(condition.tokens) : .texts(condition.tokens)
        )
      }
      guard let last = conditions.last else { continue }
      // A text that matches in titles and keywords matches in all fields as well.
      let wider = zip(corrections.conditions, conditions).filter { own, _ in
        !own.isInTitles || own.tokens != corrections.conditions.last?.tokens
      }.map(\.1.condition)
      let set = MatchSet(
        condition: .all([.any(wider), Condition.any(sets).negated]),
        levels: Array(conditions.dropLast()), lastLevel: last.level)
      try gather(set)
      if let whole = corrections.wholeWords {
        try collectDistinctive(whole, set, typed: corrections.words)
      }
    }
  }
}

extension Condition {
  /// Met by items with a text inside a word of title or keywords.
  fileprivate static func holds(_ text: String) -> Condition {
    Condition { statement in
      let text = statement.add(PostgresValue(text), "text")
      return "strpos(array_to_string(tsvector_to_array(titles), E'\\x01'), \(text)) > 0"
    }
  }
}
