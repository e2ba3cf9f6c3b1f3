extension ItemRepository {
  /// Returns the sets of synonyms, in the order in which they were added.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for *n* sets after a change, otherwise O(1).
  public func synonyms() async throws(ShortlistError) -> [SynonymSet] {
    try await read { (blocking) throws(ShortlistError) in try blocking.synonyms() }
  }

  /// Adds sets of synonyms. A query with a term of a set then also matches with its synonyms in
  /// place of the term, on tiers 1 to 4. Within a tier, such matches come after those of the words
  /// as typed, and ``Hit/matchesSynonym`` marks them.
  ///
  /// The last word of a query may be a term although something may still follow it, but only if it
  /// is typed in full. Words in quotes, in a field, with OR or with a minus sign have no synonyms, nor
  /// have queries that match any word (``SearchQuery/match``). The synonyms of synonyms do not
  /// count. At most 32 combinations of synonyms are tried, first those with the fewest of them.
  ///
  /// A set that is stored already is ignored. Sets are equal if their terms are, in any order.
  ///
  /// - Returns: the number of sets added.
  /// - Throws: ``ShortlistError/Code/invalidValue`` for a set of fewer than two different terms, or of
  ///   more than 32; for a term without a word, of more than 8 words or of more than 256 bytes; and
  ///   if the list would hold more than 10,000 sets. Otherwise a write error (see
  ///   ``ItemRepository``). Nothing is added then.
  /// - Complexity: O(*n*) for *n* sets in the list.
  @discardableResult
  public func addSynonyms(_ sets: [SynonymSet]) async throws(ShortlistError) -> Int {
    try await write { (blocking) throws(ShortlistError) in try blocking.addSynonyms(sets) }
  }

  /// Removes sets of synonyms. Those that are not stored are ignored.
  ///
  /// - Returns: the number of sets removed.
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  /// - Complexity: O(*n*) for *n* sets in the list.
  @discardableResult
  public func removeSynonyms(_ sets: [SynonymSet]) async throws(ShortlistError) -> Int {
    try await write { (blocking) throws(ShortlistError) in try blocking.removeSynonyms(sets) }
  }

  /// Replaces all sets of synonyms by others.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue`` as ``addSynonyms(_:)``, or a write error (see
  ///   ``ItemRepository``). Nothing is replaced then.
  public func replaceSynonyms(with sets: [SynonymSet]) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.replaceSynonyms(with: sets)
    }
  }
}
