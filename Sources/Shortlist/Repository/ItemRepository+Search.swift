extension BlockingItemRepository {
  /// See ``ItemRepository/completions(for:limit:in:)``.
  public func completions(
    for text: String, limit: Int = 8, in sections: [ItemSection.ID]? = nil
  ) throws(ShortlistError) -> [Completion] {
    try completions(for: text, limit: limit, in: sections, budget: SearchBudget())
  }

  func completions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?, budget: SearchBudget
  ) throws(ShortlistError) -> [Completion] {
    precondition(limit > 0, "Completions need a limit of 1 or more.")
    return try database.read { (transaction) throws(ShortlistError) in
      let completer = try Completer(
        text, limit: limit, in: sections, table: sectionTable(transaction),
        transaction: transaction)
      budget.start(.seconds(1), on: transaction.connection)
      defer { budget.stop(on: transaction.connection) }
      let completions: [Completion]
      do throws(ShortlistError) {
        completions = try completer.completions()
      } catch {
        // Where time runs out, there are none.
        guard error.code == .cancelled else { throw error }
        completions = []
      }
      try budget.checkCancellation()
      return completions
    }
  }
}

extension ItemRepository {
  /// How a text may go on: whole titles that begin with it, and its last word made a term.
  ///
  /// Titles and terms come in turns, each heaviest first: titles in the order of rank, terms by the
  /// number of items that hold them. With other words before it, a term is one that
  /// follows the last of them in some item that has them all. No two are the same when case, accents and punctuation are passed over, and each adds
  /// something. A text that ends in a space, or in a closed phrase, has no half-typed word: only
  /// titles complete it.
  ///
  /// - Parameters:
  ///   - text: what was typed; never an error.
  ///   - limit: the largest number of completions, 1 or more.
  ///   - sections: the sections to look in; `nil` for all. Terms are weighed over all sections.
  /// - Returns: at most `limit` completions.
  /// - Throws: ``ShortlistError/Code/cancelled``, or what the file or the disk does wrong.
  /// - Complexity: as a search for titles of at most 32 · `limit` hits, and O(*t*) for *t* terms that
  ///   begin with the last word; of more than 32,768, the first in alphabetical order are compared.
  public func completions(
    for text: String, limit: Int = 8, in sections: [ItemSection.ID]? = nil
  ) async throws(ShortlistError) -> [Completion] {
    let budget = try SearchBudget()
    return try await read(budget: budget) { (blocking) throws(ShortlistError) in
      try blocking.completions(for: text, limit: limit, in: sections, budget: budget)
    }
  }
}

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

extension ItemRepository {
  /// The searches that led to something, newest first; those that go on from `text`, when there is
  /// one, and add something to it.
  ///
  /// - Complexity: O(1): at most 50 are kept.
  public func recentSearches(
    from text: String = "", limit: Int = .max
  ) async throws(ShortlistError) -> [String] {
    try await read { (blocking) throws(ShortlistError) in
      try blocking.recentSearches(from: text, limit: limit)
    }
  }

  /// Keeps a text as the newest of the recent searches, in place of any that says the same when
  /// case, accents and punctuation are passed over.
  ///
  /// A text without words, or of more than 1,000 characters, is not kept; nor is any in a repository
  /// that is only read, and that is no error.
  public func rememberSearch(_ text: String) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.rememberSearch(text) }
  }

  /// Forgets a recent search, if it is one.
  public func removeRecentSearch(_ text: String) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.removeRecentSearch(text) }
  }

  /// Forgets all recent searches.
  public func removeRecentSearches() async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.removeRecentSearches() }
  }
}
