/// The hits of one section. In JSON a group has its `section`, `total` and `hits`, and `next` where they
/// go on.
public struct HitGroup: Sendable, Hashable, Codable, Identifiable {
  /// The section.
  public let section: ItemSection
  /// Its best hits, at most the query's limit.
  public let hits: [Hit]
  /// How many items of the section match, on the tiers that were tried.
  public let total: Total
  /// Where the section's hits go on; `nil` when all are here.
  public let next: SearchCursor?

  /// The id of the section.
  public var id: ItemSection.ID { section.id }
}

extension HitGroup {
  /// Makes a group of hits, for a source of an app's own; without a total, these are all.
  public init(section: ItemSection, hits: [Hit], total: Total? = nil) {
    self.init(section: section, hits: hits, total: total ?? .exactly(hits.count), next: nil)
  }
}
