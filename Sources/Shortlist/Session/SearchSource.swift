/// What a search session asks: usually an ``ItemRepository``, or anything that finds items.
public protocol SearchSource: Sendable {
  /// Answers a query. When the task is cancelled, nobody waits for the answer any more.
  func search(_ query: SearchQuery) async throws(ShortlistError) -> SearchResults

  /// The sections of the list, with the number of their items; none unless the source has a list.
  func sections() async throws(ShortlistError) -> [SectionSummary]

  /// Items of a section, in the order of the list: at most `limit` of them, behind the first `index`.
  func items(
    in section: ItemSection.ID, from index: Int, limit: Int
  ) async throws(ShortlistError) -> [Item]

  /// At most `limit` texts that a person who has typed this may want; none unless the source has some.
  func suggestions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) async throws(ShortlistError) -> [SearchSuggestion]

  /// Keeps a text among the recent ones, because it led to something.
  func rememberSearch(_ text: String) async throws(ShortlistError)
}

extension SearchSource {
  /// None.
  public func sections() async throws(ShortlistError) -> [SectionSummary] { [] }

  /// None.
  public func items(
    in section: ItemSection.ID, from index: Int, limit: Int
  ) async throws(ShortlistError) -> [Item] { [] }

  /// None.
  public func suggestions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) async throws(ShortlistError) -> [SearchSuggestion] { [] }

  /// Forgets it.
  public func rememberSearch(_ text: String) async throws(ShortlistError) {}
}

extension ItemRepository: SearchSource {
  /// Recent searches that go on from this text, newest first, and then completions of it: each kind
  /// half of the limit, and more where there is room. Without a text, recent searches alone.
  ///
  /// - Throws: ``ShortlistError/Code/cancelled``, or what the file or the disk does wrong.
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
