/// Where a hit matches: its highlights and its snippet.
package struct HitMatches: Sendable {
  package var highlights: [Highlight] = []
  package var snippet: Snippet?
}
