/// Explains in sentences why an item is a hit, or why it is not.
struct WhyAnswer {
  let item: Item
  let query: SearchQuery
  let matcher: ItemMatcher
  /// The match through a synonym, where that is the best one.
  let synonym: SynonymMatch?
  /// The hit for the item; `nil` when the results do not show it.
  let hit: Hit?
  /// Its place without a filter that it does not meet, and without a scope that it is not in.
  let placement: Placement
  let meetsFilter: Bool
  /// All sections.
  let sections: [ItemSection]
  /// The match with the title of the section.
  let section: SectionEvidence

  var isInScope: Bool {
    meetsFilter && query.sections?.contains(item.section) ?? true
  }

  /// The tier of the item. If the time ran out before it was found, its texts alone decide, for
  /// tiers 1 to 5 and without other forms of words.
  private var tier: MatchTier? {
    if let tier = hit?.tier ?? placement.tier { return tier }
    guard placement.isIncomplete, query.match == .all, matcher.exclusion == nil else { return nil }
    return matcher.tier
  }

  var why: Why {
    let place = isInScope ? placement.place : nil
    return Why(
      item: item, query: query, isHit: hit != nil, tier: tier, place: place, sentences: sentences)
  }

  private var sentences: [String] {
    let verdict = "“\(item.title)” is \(hit == nil ? "no hit" : "a hit") for “\(query.text)”."
    if matcher.query.clauses.isEmpty {
      guard query.listsItems else { return [verdict, emptiness] }
      let filtered = query.filter == nil ? "" : " that meet its filter"
      let listing = "The query has no word, so it lists all items\(filtered)."
      return [verdict, listing] + (isInScope ? [] : [scope])
    }
    var sentences = [verdict, request, contents]
    guard let tier else { return sentences + mismatch }
    if !isInScope { sentences.append(scope) }
    guard !placement.isOnlyPinned else { return sentences + pin }
    // Not known if the time ran out.
    let level = placement.level.flatMap { $0.tier == tier ? $0 : nil }
    let section = level?.matchesSection == true ? self.section : nil
    sentences +=
      section.map { section in
        (section.matcher.evidence(on: level?.itemTier ?? tier).map { Self.sentence($0) }
          + section.sentences.map { "\($0)." })
      } ?? evidence(on: tier)
    let verb = hit != nil || isInScope ? "That is" : "Else it would be a match:"
    sentences.append(
      "\(verb) tier \(tier.rawValue), of 1 (best) to 8: \(level?.meaning ?? tier.meaning).")
    if placement.matchesSynonym {
      sentences.append("Within the tier, it comes after all that match without a synonym.")
    }
    if hit == nil, isInScope { sentences += obstacles(for: tier) }
    if placement.isPinned, isInScope, query.order == .rank {
      sentences.append("It comes first because it is pinned for this text.")
    }
    if hit?.isLearned == true {
      sentences.append("It comes first because it was chosen before for such a text.")
    }
    if hit != nil, let place = placement.place { sentences.append("\(stands(place)).") }
    if placement.isIncomplete { sentences.append(Self.incompleteness) }
    return sentences
  }

  /// Explains a match of an item that is only pinned.
  private var pin: [String] {
    guard isInScope else {
      return ["Else it would be a hit, because it is pinned for this text."]
    }
    var sentences = [
      "It is pinned for this text, and a hit on tier 1, of 1 (best) to 8, whatever its words are."
    ]
    if hit == nil { sentences += obstacles(for: .title) }
    if hit != nil, let place = placement.place { sentences.append("\(stands(place)).") }
    return sentences
  }

  static let incompleteness = "The time ran out before all that matches was looked at."

  private var emptiness: String {
    matcher.query.exclusions.isEmpty
      ? "The query holds no word, so it finds nothing."
      : "The query says only what is not wanted; without a word to look for, it finds nothing."
  }

  var scope: String {
    if !meetsFilter, let filter = query.filter { return "It does not meet the filter \(filter)." }
    let names = (query.sections ?? []).map { "“\(title(of: $0))”" }
    return "It stands in the section “\(title(of: item.section))”, and the query looks only in "
      + (names.isEmpty ? "none" : Self.list(names, "and")) + "."
  }

  private func title(of section: ItemSection.ID) -> String {
    sections.first { $0.id == section }?.title ?? section.rawValue
  }

  // MARK: The query and the item

  private var request: String {
    "The query asks for \(Self.list(matcher.query.clauses.map(Self.shown), "and"))."
  }

  /// Phrases a clause as a person would say it.
  static func shown(_ clause: QueryClause) -> String {
    list(clause.alternatives.map(shown), "or")
  }

  private static func shown(_ alternative: QueryClause.Alternative) -> String {
    let words = alternative.words
    var shown = "“\(words.joined(separator: " "))”"
    if alternative.isPrefix {
      shown = (words.count == 1 ? "a word that begins with " : "the words ") + shown
      if words.count > 1 { shown += ", the last of which may go on" }
    }
    if let field = alternative.field { shown += " in the \(field.noun)" }
    return shown
  }

  private var contents: String {
    let words = words(of: .title)
    guard !words.isEmpty else { return "The title holds no word." }
    var sentence = "The title has the \(words.count == 1 ? "word" : "words") \(Self.quoted(words))"
    let keywords = self.words(of: .keywords)
    if !keywords.isEmpty { sentence += "; the keywords have \(Self.quoted(keywords))" }
    return sentence + "."
  }

  private func words(of field: Field) -> [String] {
    matcher.texts.filter { $0.field == field }.flatMap(\.shownWords)
  }

  private static func quoted(_ words: [String]) -> String {
    let shown = words.prefix(12).map { "“\($0)”" }
    guard words.count > 12 else { return list(Array(shown), "and") }
    return shown.joined(separator: ", ") + " and \(words.count - 12) more"
  }

  static func list(_ parts: [String], _ conjunction: String) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  private func evidence(on tier: MatchTier) -> [String] {
    let evidence = (synonym?.matcher ?? matcher).evidence(on: tier)
    let reason = synonym.map { ["It \($0.clause)."] } ?? []
    guard evidence.isEmpty else { return reason + evidence.map { Self.sentence($0) } }
    return reason
      + (hit?.highlights ?? []).map { highlight in
        "What was meant is in the \(highlight.field.noun)."
      }
  }

  static func sentence(_ evidence: ItemMatcher.Evidence) -> String {
    "\(evidence.relationship), word \(evidence.word.position + 1) of "
      + (evidence.field == .keywords
        ? "keyword \(evidence.keyword + 1)." : "the \(evidence.field.noun).")
  }

  // MARK: Obstacles to a match

  private func stands(_ place: Int) -> String {
    let best =
      query.sorting.map { "in the order of “\($0.attribute)”" }
      ?? (query.order == .list ? "in the order of the list" : "best first")
    return "It stands \(Self.ordinal(place)) "
      + (query.layout == .flat ? "of all" : "in its section") + ", \(best)"
  }

  private static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 10, number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }

  private func obstacles(for tier: MatchTier) -> [String] {
    if let (better, count) = placement.obstacle(to: tier, limit: query.limit) {
      return [
        "But the tiers 1 to \(better) gave \(count) \(count == 1 ? "hit" : "hits"), not fewer than "
          + "the limit of \(query.limit), so tier \(tier.rawValue) was not tried."
      ]
    }
    guard let place = placement.place else { return [] }
    if query.after != nil { return ["\(stands(place)), outside of the page that was asked for."] }
    if place > query.limit { return ["\(stands(place)), and the limit is \(query.limit)."] }
    if let maxGroups = query.maxGroups, query.layout == .grouped, !placement.isIncomplete {
      return [
        maxGroups == 1
          ? "Another section comes first, and the query asks for one."
          : "Its section is not among the first \(maxGroups) with hits, and the query asks for no more."
      ]
    }
    return ["The time of the search ran out before it was found."]
  }
}
