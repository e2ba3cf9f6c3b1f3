/// A text as the index sees it.
public enum TokenizedText {
  /// A piece of folded text that can be found.
  public struct Token: Sendable, Hashable {
    /// How a token stands in its text.
    public enum Kind: String, Sendable, Hashable {
      /// A word, or a pair of characters of a script without spaces.
      case word
      /// Beside a word: what stands before its first apostrophe, and what follows each.
      case beside
      /// Beside the parts of a hyphenated word: the parts joined.
      case joined
      /// The last character of a run of two or more characters of a script without spaces.
      case tail
      /// A single character that stands alone in a script without spaces.
      case single
    }

    /// The folded text, at most 64 characters.
    public let text: String
    /// Where it stood.
    public let range: Range<String.Index>
    /// Counts words from 0; tokens beside each other share one.
    public let position: Int
    /// How it stood.
    public let kind: Kind
  }
}
