#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A record of the times that a person chose an item among the results for a text.
public struct LearnedChoice: Sendable, Hashable, Codable {
  /// The text, folded: in lower case and without accents.
  public let text: String
  /// The id of the item.
  public let item: Item.ID
  /// The number of choices, where each counts half after 30 days.
  public let strength: Double
  /// The time of the last choice.
  public let date: Date
}
