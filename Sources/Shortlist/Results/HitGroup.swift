/// The hits of one section.
public struct HitGroup: Sendable, Hashable, Identifiable {
  /// The section.
  public let section: ItemSection
  /// Its best hits, at most the query's limit.
  public let hits: [Hit]
  /// How many items of the section match, on the rungs that were tried.
  public let total: Total
  /// Where the section's hits go on; `nil` when all are here.
  public let next: SearchCursor?

  /// The id of the section.
  public var id: ItemSection.ID { section.id }
}
