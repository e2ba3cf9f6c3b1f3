/// The values of an attribute among the matches of a search, with the number of matches that have
/// each.
///
/// The JSON of a facet has its `attribute` and `values`.
public struct Facet: Sendable, Hashable, Codable {
  /// A value and the number of matches that have it.
  public struct Value: Sendable, Hashable, Codable {
    /// The value; never a list. Of texts that differ only in case and accents, the one with the
    /// most matches.
    public let value: AttributeValue
    /// The number of matches with the value, on the tiers that were tried.
    public let total: Total

    /// Makes a value, for a search source other than a repository.
    public init(value: AttributeValue, total: Total) {
      self.value = value
      self.total = total
    }
  }

  /// The name of the attribute.
  public let attribute: String
  /// The values, the most frequent first; equally frequent ones in ascending order. At most
  /// ``SearchQuery/maxFacetValues``.
  public let values: [Value]

  /// Makes a facet, for a search source other than a repository.
  public init(attribute: String, values: [Value]) {
    self.attribute = attribute
    self.values = values
  }
}

/// An attribute of the items of a list.
///
/// The JSON of a summary has its `name` and the number of `items` that have it.
public struct AttributeSummary: Sendable, Hashable, Codable {
  /// The name of the attribute.
  public let name: String
  /// The number of items that have it.
  public let items: Int
}
