extension BlockingItemRepository {
  /// See ``ItemRepository/completions(for:limit:in:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
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
        text, limit: limit,
        IndexCompletions(
          in: sections, table: sectionTable(transaction), transaction: transaction))
      budget.start(.seconds(1), on: transaction.connection)
      defer { budget.stop(on: transaction.connection) }
      let completions: [Completion]
      do throws(ShortlistError) {
        completions = try completer.completions()
      } catch {
        // There are no completions when time runs out.
        guard error.code == .cancelled else { throw error }
        completions = []
      }
      try budget.checkCancellation()
      return completions
    }
  }
}

extension ItemRepository {
  /// Suggests completions of a text: whole titles that begin with it, and terms that complete its
  /// last word.
  ///
  /// Titles and terms alternate, best first: titles in order of rank, terms by the number of items
  /// that contain them. A term is written as in the best-ranked item that contains it, "Paulo" or
  /// "d'Ivoire", after the text as typed. After other words, it must follow the last of them in
  /// some item that contains them all. Every completion adds something, and no two are equal when
  /// case, accents and punctuation are ignored. A text that ends in a space or a closed phrase has
  /// no half-typed word: only titles complete it.
  ///
  /// - Parameters:
  ///   - text: the typed text; never an error.
  ///   - limit: the most completions, 1 or more.
  ///   - sections: the sections to search; `nil` for all. Terms are always weighted over all
  ///     sections.
  /// - Returns: at most `limit` completions.
  /// - Throws: ``ShortlistError/Code/cancelled``, or a read error (see ``ItemRepository``).
  /// - Complexity: that of a title search for at most 32 · `limit` hits, plus O(*t*) for *t* terms
  ///   that begin with the last word, and a search for each term found. Of more than 32,768 terms,
  ///   the first in alphabetical order are compared.
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
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, or a read error (see ``ItemRepository``).
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
        throw ShortlistError(.damaged, "The index is damaged: an item belongs to no section.")
      }
      let item = try Item(
        statement, section: table.rows[order].section.id,
        transaction.connection.attributeCatalog)
      let start = ContinuousClock.now
      // An item in a section that was not searched is compared with its own section, and one that
      // does not meet the filter with all items.
      var wider = query
      if let sections = query.sections, !sections.contains(item.section) {
        wider.sections = [item.section]
      }
      let attributes = try AttributeQuery(query, attributeIndexes, on: transaction.connection)
      var place: Int32 = 0
      let meetsFilter = attributes.accepted?.accepts(docid, near: &place) ?? true
      if !meetsFilter { wider.filter = nil }
      let widerAttributes = try AttributeQuery(wider, attributeIndexes, on: transaction.connection)
      budget.start(query.timeBudget * 10, on: transaction.connection)
      defer { budget.stop(on: transaction.connection) }
      let search = try find(query, attributes, in: table, transaction)
      let all = try find(Placement.unlimited(wider), widerAttributes, in: table, transaction)
      let placement = try Placement(of: docid, wider, among: all)
      // As in a search, the matches found are read without a time limit.
      budget.stop(on: transaction.connection)
      try budget.checkCancellation()
      let hit = try search.results(startedAt: start, budget).hits.first { $0.id == id }
      var synonym: SynonymMatch?
      if placement.matchesSynonym, let synonyms = all.synonyms {
        synonym = try SynonymMatch(all.parsed, synonyms, item)
      }
      return WhyAnswer(
        item: item, query: query, matcher: try ItemMatcher(search.parsed, item), synonym: synonym,
        hit: hit, placement: placement, meetsFilter: meetsFilter,
        sections: table.rows.map(\.section),
        section: try SectionEvidence(
          search.parsed, item, title: table.rows[order].section.title)
      ).why
    }
  }
}

extension ItemRepository {
  /// Explains why an item is or is not a hit for a query. The sentences name the words of both, the
  /// first difference, the tier of the item, and the limit or better tier that kept it out.
  ///
  /// - Parameters:
  ///   - id: the item in question.
  ///   - query: a query that was or would be searched.
  /// - Returns: the reasons, with the tier and rank of the item if it matches.
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/cancelled``, or a read
  ///   error (see ``ItemRepository``).
  /// - Complexity: O(*m*) for *m* matches, all of which are counted. It may take ten times the
  ///   query's time budget; the sentences mention anything left out by then.
  public func why(_ id: Item.ID, _ query: SearchQuery) async throws(ShortlistError) -> Why {
    let budget = try SearchBudget()
    return try await read(budget: budget) { (blocking) throws(ShortlistError) in
      try blocking.why(id, query, budget: budget)
    }
  }
}

extension ItemRepository {
  /// Returns the recent searches, newest first; with a text, only those that begin with it and add
  /// something to it.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  /// - Complexity: O(1): at most 50 are stored.
  public func recentSearches(
    from text: String = "", limit: Int = .max
  ) async throws(ShortlistError) -> [String] {
    try await read { (blocking) throws(ShortlistError) in
      try blocking.recentSearches(from: text, limit: limit)
    }
  }

  /// Stores a text as the newest recent search. It replaces any that is equal when case, accents
  /// and punctuation are ignored.
  ///
  /// A text without words, or of more than 1,000 characters, is ignored. So is any text if the
  /// repository was opened read-only; that is not an error.
  ///
  /// - Throws: ``ShortlistError/Code/busy`` or another write error (see ``ItemRepository``).
  public func rememberSearch(_ text: String) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.rememberSearch(text) }
  }

  /// Removes a recent search, if it is stored.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func removeRecentSearch(_ text: String) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.removeRecentSearch(text) }
  }

  /// Removes all recent searches.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func removeRecentSearches() async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.removeRecentSearches() }
  }
}
