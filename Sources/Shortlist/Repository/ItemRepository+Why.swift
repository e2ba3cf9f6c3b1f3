extension BlockingItemRepository {
  /// See ``ItemRepository/why(_:_:)``.
  public func why(_ id: Item.ID, _ query: SearchQuery) throws(ShortlistError) -> Why {
    try why(id, query, budget: SearchBudget())
  }

  func why(
    _ id: Item.ID, _ query: SearchQuery, budget: SearchBudget
  ) throws(ShortlistError) -> Why {
    try database.read { (transaction) throws(ShortlistError) in
      let table = try sectionTable(transaction)
      let statement = try transaction.connection.statement(
        "SELECT \(Item.columns) FROM item WHERE id = ?1")
      defer { statement.reset() }
      try statement.bind(id.rawValue, at: 1)
      guard try statement.step() else {
        throw ShortlistError(.unknownItem, "There is no item “\(id)”.")
      }
      let docid = statement.int64(0)
      guard let order = table.order[statement.int64(2)] else {
        throw ShortlistError(.damaged, "The index is damaged: an item stands in no section.")
      }
      let item = try Item(statement, section: table.rows[order].section.id)
      let start = ContinuousClock.now
      // An item in a section that was not asked for is compared with its own section.
      var wider = query
      if let sections = query.sections, !sections.contains(item.section) {
        wider.sections = [item.section]
      }
      budget.start(query.timeBudget * 10, on: transaction.connection)
      defer { budget.stop(on: transaction.connection) }
      let search = try find(query, in: table, transaction)
      let all = try find(Placement.unlimited(wider), in: table, transaction)
      let placement = try Placement(of: docid, wider, among: all)
      // What was found is read to its end, as it is for a search.
      budget.stop(on: transaction.connection)
      try budget.checkCancellation()
      let hit = try search.results(startedAt: start, budget).hits.first { $0.id == id }
      return WhyAnswer(
        item: item, query: query, matcher: try ItemMatcher(search.parsed, item), hit: hit,
        placement: placement, table: table
      ).why
    }
  }
}

extension ItemRepository {
  /// Why an item is a hit for a query, or why it is none: in sentences that name the words of both,
  /// the first difference, the tier the item is on, and the limit or the better tier that kept it
  /// out.
  ///
  /// - Parameters:
  ///   - id: the item in question.
  ///   - query: the query as it was, or would be, searched.
  /// - Returns: the answer, with the tier and the place of the item where it matches.
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/cancelled``.
  /// - Complexity: O(*m*) for *m* matches: all are counted. It may take ten times the query's time
  ///   budget; what was not looked at by then, the sentences say.
  public func why(_ id: Item.ID, _ query: SearchQuery) async throws(ShortlistError) -> Why {
    let budget = try SearchBudget()
    return try await read(budget: budget) { (blocking) throws(ShortlistError) in
      try blocking.why(id, query, budget: budget)
    }
  }
}
