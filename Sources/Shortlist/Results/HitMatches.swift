/// Where a hit matches: its highlights and its snippet.
package struct HitMatches {
  package var highlights: [Highlight] = []
  package var snippet: Snippet?
}

/// The matches of a hit, found already or to be found when somebody asks for them.
enum LazyHitMatches: Sendable {
  case found([Highlight], Snippet?)
  /// Those of the hit with a number.
  case later(any MatchFinder, Int)

  func matches(in item: Item) -> HitMatches {
    switch self {
    case .found(let highlights, let snippet): HitMatches(highlights: highlights, snippet: snippet)
    case .later(let finder, let number): finder.matches(ofHit: number, item)
    }
  }
}

/// Finds the matches in the hits of a search.
protocol MatchFinder: AnyObject, Sendable {
  /// Returns the matches of the hit with a number, for its item.
  func matches(ofHit number: Int, _ item: Item) -> HitMatches
}
