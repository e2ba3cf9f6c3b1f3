/// An item that matches.
public struct Hit: Sendable, Hashable, Identifiable {
  /// The item, with all its fields and its payload.
  public let item: Item
  /// How it matched.
  public let tier: MatchTier
  /// How well it matched: in 0...1, higher is better, never rising down a list in rank order.
  public let score: Double
  /// What matched, field by field in the order of the cases of ``Field``, from left to right.
  public let highlights: [Highlight]
  /// The passage of the body that matched, where the body did.
  public let snippet: Snippet?
  /// Why the hit stands where it does; `nil` unless the query asked for it.
  public internal(set) var explanation: Explanation?

  /// The id of the item.
  public var id: Item.ID { item.id }

  /// The fields that matched.
  public var matchedFields: [Field] {
    Field.allCases.filter { field in highlights.contains { $0.field == field } }
  }

  /// The matched ranges of one field; of all keywords one after the other.
  public func ranges(in field: Field) -> [Range<String.Index>] {
    highlights.filter { $0.field == field }.map(\.range)
  }
}

extension Hit {
  /// Makes a hit, for a source of an app's own.
  public init(
    item: Item, tier: MatchTier, score: Double = 1, highlights: [Highlight] = [],
    snippet: Snippet? = nil
  ) {
    self.init(
      item: item, tier: tier, score: score, highlights: highlights, snippet: snippet,
      explanation: nil)
  }
}
