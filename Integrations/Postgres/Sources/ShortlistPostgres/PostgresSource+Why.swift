@_spi(SearchEngines) public import Shortlist

extension PostgresSource {
  /// Explains why an item is a hit, or why it is not. It may take ten times the query's time budget.
  ///
  /// - Throws: as ``search(_:)`` does; ``ShortlistError/Code/unknownItem`` if there is no such item.
  public func why(_ id: Item.ID, _ query: SearchQuery) async throws(ShortlistError) -> Why {
    let hit = try await search(query).hits.first { $0.id == id }
    return try await read(for: query.timeBudget * 10) {
      (connection, list, cache) throws(ShortlistError) in
      guard let item = try ServerItems.item(id, list, connection) else {
        throw ShortlistError(.unknownItem, "There is no item “\(id)”.")
      }
      let meetsFilter = try Self.meetsFilter(id, query, connection)
      let wider = EngineQuery.unlimited(query, for: item, meetsFilter: meetsFilter)
      var search = try PostgresSearch(wider, connection, cache)
      try search.run()
      var evidence = EngineEvidence(
        item: item, hit: hit, match: nil, matches: ([], []), meetsFilter: meetsFilter,
        isIncomplete: false, sections: list.sections.map(\.section))
      for match in search.sections.values.flatMap(\.byID.values) {
        if match.id == id.rawValue { evidence.match = match.match }
        let place = list.order[match.section]
        if place.map({ list.sections[$0].section.id == item.section }) ?? false {
          evidence.matches.inSection.append(match.match)
        } else {
          evidence.matches.elsewhere.append(match.match)
        }
      }
      return try EngineQuery(query).why(evidence)
    }
  }

  private static func meetsFilter(
    _ id: Item.ID, _ query: SearchQuery, _ connection: PostgresConnection
  ) throws(ShortlistError) -> Bool {
    guard let filter = query.filter else { return true }
    var statement = Statement()
    let condition = try Condition.meets(filter).sql(&statement)
    let own = statement.add(PostgresValue(id.rawValue), "text")
    let rows = try connection.query(
      "SELECT FROM shortlist.item WHERE id = \(own) AND (\(condition))", statement.parameters)
    return rows.count > 0
  }
}
