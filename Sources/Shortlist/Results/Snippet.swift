/// A stretch of the body around its matches, cut at word boundaries.
public struct Snippet: Sendable, Hashable {
  /// The stretch, with "…" where the body goes on.
  public let text: String
  /// What matched, in ``text``.
  public let ranges: [Range<String.Index>]

  /// Makes a snippet from its parts.
  public init(text: String, ranges: [Range<String.Index>]) {
    self.text = text
    self.ranges = ranges
  }
}
