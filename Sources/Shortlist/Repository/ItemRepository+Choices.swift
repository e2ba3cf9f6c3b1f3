extension ItemRepository {
  /// Records that a person chose an item among the results for a text. Queries with
  /// ``SearchQuery/usesLearning`` then put it first for this text, for its beginnings, and for longer
  /// texts that the item still matches.
  ///
  /// A ``SearchSession`` calls this for each selection, unless its configuration says otherwise.
  /// Choices stay in the file: exports leave them out, and so does a backup for reading. The file
  /// keeps the 1,000 strongest. Of a text, the first 64 characters count (Unicode scalars, folded).
  ///
  /// A text without words is ignored. So is any choice if the repository was opened read-only; that
  /// is not an error.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/busy`` or another write
  ///   error (see ``ItemRepository``).
  public func rememberChoice(of id: Item.ID, for text: String) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.rememberChoice(of: id, for: text)
    }
  }

  /// Returns all learned choices, strongest first, including those of items that no longer exist.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  /// - Complexity: O(1): at most 1,000 are stored.
  public func learnedChoices() async throws(ShortlistError) -> [LearnedChoice] {
    try await read { (blocking) throws(ShortlistError) in try blocking.learnedChoices() }
  }

  /// Forgets all choices of an item.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func forgetChoices(of id: Item.ID) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.forgetChoices(of: id) }
  }

  /// Forgets all choices.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func forgetChoices() async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.forgetChoices() }
  }
}
