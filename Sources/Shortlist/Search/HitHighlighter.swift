/// Finds the matches in the hits of one search.
struct HitHighlighter {
  let typed: Highlighter
  /// For matches through a synonym; `nil` if there are none.
  let synonyms: Highlighter?
  let snippetLength: Int

  /// Returns the matches in an item that was found on a level.
  func matches(in item: Item, _ level: MatchLevel) throws(ShortlistError) -> HitMatches {
    let highlighter = level.isSynonym ? synonyms ?? typed : typed
    let (highlights, snippet) = try highlighter.highlights(
      title: item.title, subtitle: item.subtitle, keywords: item.keywords, body: item.body,
      tier: level.itemTier, snippetLength: snippetLength)
    return HitMatches(highlights: highlights, snippet: snippet)
  }
}
