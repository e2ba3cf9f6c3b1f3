/// Finds the matches in the hits of one search: in short texts only when somebody asks for them.
///
/// A screen shows a few of the hundreds of hits in many sections, and to find the matches of all of
/// them would take a third of the search.
final class HitHighlighter: MatchFinder {
  private struct State {
    let highlighter: Highlighter
    let snippetLength: Int
    /// The tiers of the hits whose matches are found later, and the matches found so far.
    var tiers: [MatchTier] = []
    var found: [HitMatches?] = []
  }

  /// Locked because several threads may ask, and a highlighter has buffers of its own.
  private let state: Condition<State>

  init(_ highlighter: Highlighter, snippetLength: Int) {
    state = Condition(State(highlighter: highlighter, snippetLength: snippetLength))
  }

  /// The most text of an item, in bytes, in which matches are found later, on whatever thread asks:
  /// little enough that drawing a row takes only about 40 µs longer.
  private static let mostTextForLater = 2_048

  /// Returns the matches of another hit, which is on a tier.
  func matches(
    title: String, subtitle: String, keywords: [String], body: String, tier: MatchTier
  ) throws(ShortlistError) -> LazyHitMatches {
    try state.withLock { (state) throws(ShortlistError) in
      let size = keywords.reduce(title.utf8.count + subtitle.utf8.count + body.utf8.count) {
        $0 + $1.utf8.count
      }
      guard size > Self.mostTextForLater else {
        state.tiers.append(tier)
        return .later(self, state.tiers.count - 1)
      }
      let (highlights, snippet) = try state.highlighter.highlights(
        title: title, subtitle: subtitle, keywords: keywords, body: body, tier: tier,
        snippetLength: state.snippetLength)
      return .found(highlights, snippet)
    }
  }

  /// Returns the matches of a hit; none if there is no memory for them.
  func matches(ofHit number: Int, _ item: Item) -> HitMatches {
    state.withLock { state in
      if number < state.found.count, let found = state.found[number] { return found }
      let made = try? state.highlighter.highlights(
        title: item.title, subtitle: item.subtitle, keywords: item.keywords, body: item.body,
        tier: state.tiers[number], snippetLength: state.snippetLength)
      guard let (highlights, snippet) = made else { return HitMatches() }
      let unknown = state.tiers.count - state.found.count
      if unknown > 0 { state.found += Array(repeating: nil, count: unknown) }
      let matches = HitMatches(highlights: highlights, snippet: snippet)
      state.found[number] = matches
      return matches
    }
  }
}
