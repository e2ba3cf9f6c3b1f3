/// The results of a query, with the app's own value for each hit.
///
/// ```swift
/// let results = try await repository.search("land", as: Country.self)
/// for hit in results.hits {
///   print(hit.item.title, try hit.value.population)
/// }
/// ```
public struct TypedResults<Value: Codable & Sendable>: Sendable {
  /// The results without the values: totals, notes, cursors and the corrected text.
  public let results: SearchResults
  /// The hits of each section with matches; empty in flat results.
  public let groups: [Group]
  private let flatHits: [Hit]

  /// Makes typed results from results. Values are decoded when they are read.
  public init(_ results: SearchResults, as type: Value.Type = Value.self) {
    let values = DecodedValues<Value>()
    self.results = results
    groups = results.groups.map { group in
      Group(group: group, hits: group.hits.map { Hit(hit: $0, values: values) })
    }
    flatHits = results.flatHits.map { Hit(hit: $0, values: values) }
  }

  /// The hits of flat results, best first; for grouped results, the hits of each group in turn.
  ///
  /// - Complexity: O(1) for flat results, O(*n*) for grouped results with *n* hits.
  public var hits: [Hit] { groups.isEmpty ? flatHits : groups.flatMap(\.hits) }
}

extension TypedResults {
  /// A hit and its value.
  public struct Hit: Sendable, Identifiable {
    /// The hit, with its tier and its highlights.
    public let hit: Shortlist.Hit
    fileprivate let values: DecodedValues<Value>

    /// The item.
    public var item: Item { hit.item }
    /// The id of the item.
    public var id: Item.ID { hit.id }

    /// The value stored with the item. It is decoded when it is first read.
    ///
    /// - Throws: ``ShortlistError/Code/invalidValue`` if the item was stored without a value, or
    ///   its payload does not decode as that type.
    public var value: Value {
      get throws(ShortlistError) { try values.value(of: hit.item) }
    }
  }

  /// The hits of one section.
  public struct Group: Sendable, Identifiable {
    /// The group without the values: its section, its total and its cursor.
    public let group: HitGroup
    /// The best hits of the section, limited by the query.
    public let hits: [Hit]

    /// The section.
    public var section: ItemSection { group.section }
    /// The id of the section.
    public var id: ItemSection.ID { group.id }
  }
}

/// The values that were read from some results.
private final class DecodedValues<Value: Codable & Sendable>: Sendable {
  private let values = Condition<[Item.ID: Value]>([:])

  func value(of item: Item) throws(ShortlistError) -> Value {
    try values.withLock { values throws(ShortlistError) in
      if let value = values[item.id] { return value }
      guard let value = try item.value(as: Value.self) else {
        throw ShortlistError(
          .invalidValue, "The item “\(item.id)” was stored without a \(Value.self).")
      }
      values[item.id] = value
      return value
    }
  }
}
