/// The part of a query that the title of an item's section matches, and the comparison of the item
/// with the rest.
struct SectionEvidence {
  /// A sentence for each clause that the title matches, without the full stop.
  let sentences: [String]
  /// Compares the item with the other clauses.
  let matcher: ItemMatcher

  /// Compares the title of the section with the clauses that it may match.
  init(_ query: ParsedQuery, _ item: Item, title: String) throws(ShortlistError) {
    var sentences: [String] = []
    var matched: UInt64 = 0
    for (offset, clause) in query.clauses.enumerated() {
      guard let found = try clause.words(ofSectionTitle: title) else { continue }
      matched |= 1 << UInt64(offset)
      let (typed, words) = (found.typed.joined(separator: " "), found.title.joined(separator: " "))
      sentences.append(
        typed == words
          ? "“\(typed)” is in the title of the section"
          : "“\(typed)” begins “\(words)”, in the title of the section")
    }
    self.sentences = sentences
    var rest = query
    rest.limit(to: QueryClause.left(of: query.clauses, besides: matched))
    matcher = try ItemMatcher(rest, item)
  }
}

extension MatchLevel {
  /// The way its hits match, as a clause of a sentence.
  var meaning: String {
    guard matchesSection else { return tier.meaning }
    return "what the title of the section lacks is on tier \(itemTier.rawValue) "
      + "(\(itemTier.meaning)), and "
      + (self == .restInSection ? "it comes last there" : "the hit stands one tier below")
  }
}
