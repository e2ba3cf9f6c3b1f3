/// A section and how many items stand in it.
public struct SectionSummary: Sendable, Hashable, Identifiable {
  /// The section.
  public let section: ItemSection
  /// The number of its items.
  public let count: Int

  /// The id of the section.
  public var id: ItemSection.ID { section.id }
}
