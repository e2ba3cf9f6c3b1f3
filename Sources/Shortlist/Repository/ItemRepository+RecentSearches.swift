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
