/// Why an item is a hit for a query, or why it is none.
public struct Why: Sendable, Hashable {
  /// The item in question.
  public let item: Item
  /// The query in question.
  public let query: SearchQuery
  /// Whether the answer to the query shows the item.
  public let isHit: Bool
  /// How the item matches, shown or not; `nil` when it matches on no tier.
  public let tier: MatchTier?
  /// Where the item stands, counted from 1, among all that match: of its section, or in a flat
  /// answer of all. `nil` when it matches on no tier, stands in a section that was not asked for, or
  /// the time ran out before all were found.
  public let place: Int?
  /// The answer, and what leads to it, in sentences; the first says whether the item is a hit.
  public let sentences: [String]
}
