/// The way in which an item matches a query with synonyms, without the index.
struct SynonymMatch {
  /// The best of tiers 1 to 4, ignoring exclusions.
  let tier: MatchTier
  /// Compares the item with the query in that spelling.
  let matcher: ItemMatcher
  private let replacements: [SynonymQuery.Replacement]

  /// `nil` if the item does not match that way, or only with other forms of words.
  init?(
    _ query: ParsedQuery, _ synonyms: SynonymQuery, _ item: Item
  ) throws(ShortlistError) {
    var best: SynonymMatch?
    for spelling in synonyms.spellings {
      let matcher = try ItemMatcher(query.spelled(spelling.clauses), item)
      guard let tier = matcher.tier, tier <= .text, best.map({ tier < $0.tier }) ?? true else {
        continue
      }
      best = SynonymMatch(tier: tier, matcher: matcher, replacements: spelling.replacements)
    }
    guard let best else { return nil }
    self = best
  }

  private init(
    tier: MatchTier, matcher: ItemMatcher, replacements: [SynonymQuery.Replacement]
  ) {
    self.tier = tier
    self.matcher = matcher
    self.replacements = replacements
  }

  /// The clause "it matches through the synonym “united states” of “usa”", without "it".
  var clause: String {
    let pairs = replacements.map { "“\($0.synonym)” of “\($0.typed)”" }
    return "matches through the \(pairs.count == 1 ? "synonym" : "synonyms") "
      + pairs.joined(separator: " and ")
  }
}
