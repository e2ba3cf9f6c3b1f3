/// The data source of a search session: usually an ``ItemRepository``, or anything that finds
/// items.
public protocol SearchSource: Sendable {
  /// Returns the results of a query. They are dropped if the task is cancelled.
  ///
  /// - Throws: a ``ShortlistError`` with any code, which the session shows as
  ///   ``SearchSessionState/failure``.
  func search(_ query: SearchQuery) async throws(ShortlistError) -> SearchResults

  /// Returns the sections of the list with their numbers of items; none if the source has no list.
  ///
  /// - Throws: a ``ShortlistError`` with any code, which ``SearchSession/rows()`` throws.
  func sections() async throws(ShortlistError) -> [SectionSummary]

  /// Returns at most `limit` items of a section in list order, starting at `index`.
  ///
  /// - Throws: a ``ShortlistError`` with any code, which ``SearchSessionRows`` throws.
  func items(
    in section: ItemSection.ID, from index: Int, limit: Int
  ) async throws(ShortlistError) -> [Item]

  /// Returns at most `limit` suggestions for the typed text; none if the source has none.
  ///
  /// - Throws: a ``ShortlistError`` with any code; the session then shows no suggestions.
  func suggestions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) async throws(ShortlistError) -> [SearchSuggestion]

  /// Stores a text as a recent search, because it led to a selection.
  ///
  /// - Throws: a ``ShortlistError`` with any code, which the session ignores.
  func rememberSearch(_ text: String) async throws(ShortlistError)

  /// Records that an item was chosen among the results for a text.
  ///
  /// - Throws: a ``ShortlistError`` with any code, which the session ignores.
  func rememberChoice(of id: Item.ID, for text: String) async throws(ShortlistError)
}

extension SearchSource {
  /// Returns no sections.
  ///
  /// - Throws: nothing.
  public func sections() async throws(ShortlistError) -> [SectionSummary] { [] }

  /// Returns no items.
  ///
  /// - Throws: nothing.
  public func items(
    in section: ItemSection.ID, from index: Int, limit: Int
  ) async throws(ShortlistError) -> [Item] { [] }

  /// Returns no suggestions.
  ///
  /// - Throws: nothing.
  public func suggestions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) async throws(ShortlistError) -> [SearchSuggestion] { [] }

  /// Ignores the text.
  ///
  /// - Throws: nothing.
  public func rememberSearch(_ text: String) async throws(ShortlistError) {}

  /// Ignores the choice.
  ///
  /// - Throws: nothing.
  public func rememberChoice(of id: Item.ID, for text: String) async throws(ShortlistError) {}
}

extension ItemRepository: SearchSource {
  /// Suggests recent searches that begin with this text, newest first, then completions of it. Each
  /// kind gets half of the limit, and more if the other leaves room. Without a text, suggests only
  /// recent searches.
  ///
  /// - Throws: ``ShortlistError/Code/cancelled``, or a read error (see ``ItemRepository``).
  public func suggestions(
    for text: String, limit: Int = 8, in sections: [ItemSection.ID]? = nil
  ) async throws(ShortlistError) -> [SearchSuggestion] {
    guard limit > 0 else { return [] }
    let recent = try await recentSearches(from: text, limit: limit)
    guard !text.allSatisfy(\.isWhitespace) else { return recent.map { .recent($0) } }
    var known: Set<String> = []
    for text in recent { known.insert(try Tokens.key(of: text)) }
    var completions: [SearchSuggestion] = []
    for completion in try await self.completions(for: text, limit: limit, in: sections)
    where try !known.contains(Tokens.key(of: completion.text)) {
      completions.append(.completion(completion))
    }
    let shown = recent.prefix(max(limit - completions.count, (limit + 1) / 2))
    return shown.map { .recent($0) } + completions.prefix(limit - shown.count)
  }
}
