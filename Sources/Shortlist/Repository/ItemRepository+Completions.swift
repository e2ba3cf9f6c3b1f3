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
