/// The parts of a query that concern attributes. It is made before the time of a search starts,
/// because reading the attributes of a list once takes longer than a search may.
struct AttributeQuery {
  /// The items that meet the filter; `nil` without one.
  let accepted: DocidFilter?
  /// All items, by rank, if they are to be counted or sorted by attributes, without a filter, and all
  /// have some.
  let ranked: DocidFilter?
  /// The order of the hits, if they are sorted by an attribute.
  let sorter: AttributeOrder?
  /// The counts of the values of attributes; `nil` if none are asked for.
  let facets: FacetCounts?

  init(
    _ query: SearchQuery, _ indexes: AttributeIndexCache, on connection: Connection
  ) throws(ShortlistError) {
    guard query.usesAttributes else {
      (accepted, ranked, sorter, facets) = (nil, nil, nil, nil)
      return
    }
    let index = try indexes.index(connection)
    if let filter = query.filter {
      accepted = try index.items(that: filter, on: connection)
      ranked = nil
    } else {
      accepted = nil
      ranked = try index.allItems(connection)
    }
    if let sort = query.sorting {
      sorter = try AttributeOrder(sort, in: index, on: connection)
    } else {
      sorter = nil
    }
    facets = try FacetCounts(query, in: index, on: connection)
  }
}
