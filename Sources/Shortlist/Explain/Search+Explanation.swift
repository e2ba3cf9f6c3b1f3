extension Search {
  /// Explains the place of a hit, as a tree of formulas.
  func explanation(
    of candidate: Candidate, _ item: Item, highlights: [Highlight]
  ) throws(ShortlistError) -> Explanation {
    Explanation(
      Self.formula(of: candidate),
      candidate.score,
      children: [
        try explanation(of: candidate, item, highlights),
        Self.rank(of: item, candidate),
        Explanation(
          "position in the section as the file numbers it: smaller first among equal ranks",
          Int(try connection.position(of: candidate.docid))),
      ] + learning(candidate))
  }

  /// Returns the formula of a score.
  private static func formula(of candidate: Candidate) -> String {
    if candidate.isTierless {
      return "score = BM25F of its words / the best there is for this query"
    }
    if candidate.level.matchesSection {
      return candidate.tier != .text
        ? "score = ((8 − tier) + rank / 2²²) / 8"
        : "score = ((8 − tier) + (parts of the tier that are worse + rank) / 2²³) / 8"
    }
    if candidate.level.isSynonym { return "score = ((8 − tier) + (1 + rank) / 2²²) / 8" }
    if candidate.level.parts.count > 1 {
      return "score = ((8 − tier) + (parts of the tier that are worse + rank) / 3) / 8"
    }
    if candidate.tier != .text { return "score = ((8 − tier) + rank) / 8" }
    return candidate.relevance > 0
      ? "score = ((8 − tier) + (1 + BM25F of its words / the best there is) / 2) / 8"
      : "score = ((8 − tier) + rank / 2) / 8"
  }

  private func learning(_ candidate: Candidate) -> [Explanation] {
    if learned.pinned.contains(candidate.docid) { return [Explanation("pinned for this text")] }
    guard learned.isLearned(candidate.docid) else { return [] }
    return [
      Explanation(
        "place among the items chosen before for such a text, which come first",
        candidate.learned + 1)
    ]
  }

  private func explanation(
    of candidate: Candidate, _ item: Item, _ highlights: [Highlight]
  ) throws(ShortlistError) -> Explanation {
    let tier = candidate.tier
    if learned.unmatchedPins.contains(candidate.docid) {
      return Explanation("tier, of 1 (best) to 8: pinned, whatever its words are", tier.rawValue)
    }
    let label = "tier, of 1 (best) to 8: \(candidate.level.meaning)"
    if candidate.level.matchesSection {
      let title = table.order[DocID(candidate.docid).section].map { table.rows[$0].section.title }
      let section = try SectionEvidence(parsed, item, title: title ?? "")
      let evidence = section.matcher.evidence(on: candidate.level.itemTier)
      return Explanation(
        label, tier.rawValue,
        children: evidence.map { Explanation($0.sentence, $0.word.position + 1) }
          + section.sentences.map { Explanation($0) })
    }
    var synonym: SynonymMatch?
    if candidate.level.isSynonym, let synonyms {
      synonym = try SynonymMatch(parsed, synonyms, item)
    }
    var matcher = synonym?.matcher
    if matcher == nil { matcher = try ItemMatcher(parsed, item) }
    let evidence = matcher?.evidence(on: tier) ?? []
    // Matches that differ from the typed words are known only from their highlights.
    let children =
      evidence.isEmpty
      ? highlights.map { highlight in
        Explanation("matched in the \(highlight.field.noun)", .text(item.text(of: highlight)))
      } : evidence.map { Explanation($0.sentence, $0.word.position + 1) }
    let reason = synonym.map { "\($0.clause), after the literal matches of the tier" }
    return Explanation(
      label, tier.rawValue, children: (reason.map { [Explanation($0)] } ?? []) + children)
  }

  /// Explains the rank of an item within its tier.
  private static func rank(of item: Item, _ candidate: Candidate) -> Explanation {
    let rankClass = DocID(candidate.docid).rankClass
    return Explanation(
      "rank = 1 − (2048 × weight class + 32 × distinctiveness + length class + 0.5) / 262144",
      1 - (Double(candidate.rank) + 0.5) / Double(1 << Candidate.rankBits),
      children: [
        Explanation(
          "weight class: 99 − ⌊3 × log₂ weight⌋, from 0 to 126; 127 without a weight",
          rankClass.weight,
          children: [Explanation("weight", item.weight)]),
        Explanation(
          "distinctiveness: the number of words in the title, where a word that was typed whole tells it from "
            + "other titles better than its other words; else 63", candidate.distinctiveness),
        Explanation(
          "length class: the length up to 20, then in steps up to 31", rankClass.length,
          children: [Explanation("length of the title in characters", Tokens.length(item.title))]),
      ])
  }
}

extension MatchTier {
  /// The way its hits match, as a clause of a sentence.
  var meaning: String {
    switch self {
    case .title: "the words are the whole title"
    case .prefix: "the title begins with the words"
    case .words: "every word is in the title or the keywords"
    case .text: "every word is in some field"
    case .substring: "every word is inside a word of the title or the keywords"
    case .typo: "it matches after one edit of what was typed"
    case .typos: "it matches after two edits of what was typed"
    case .partial: "some of the words are missing"
    }
  }
}

extension Field {
  /// The field in a sentence, after "the".
  var noun: String { rawValue }
}

extension Item {
  /// Returns the text that a highlight marks.
  fileprivate func text(of highlight: Highlight) -> String {
    let text = text(of: highlight.field, keyword: highlight.keyword) ?? ""
    return String(text[highlight.range])
  }
}

extension ItemMatcher.Evidence {
  /// The match, as a label for the word's position: "“gre” begins “greece”, in the title, word".
  var sentence: String { "\(relationship), in the \(field.noun), word" }

  /// The match alone: "“gre” begins “greece”".
  var relationship: String {
    switch relation {
    case .equals: "“\(typed)” is “\(word.text)”"
    case .begins: "“\(typed)” begins “\(word.text)”"
    case .isInside: "“\(typed)” is inside “\(word.text)”"
    }
  }
}
