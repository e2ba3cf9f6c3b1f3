/// A searchable piece of folded text.
///
/// ```swift
/// try Token.tokens(of: "U.S.A").map(\.text)  // ["usa"]
/// ```
public struct Token: Sendable, Hashable {
  /// The role of a token in its text.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A word, or a pair of characters in a script without spaces.
    case word
    /// A part of a word with apostrophes, at the same position: the text before the first
    /// apostrophe, or after any of them. Also a word after a dot, with the dot: `.net` in "ASP.NET".
    case beside
    /// The parts of a hyphenated word joined into one, in addition to the parts.
    case joined
    /// The last character of a run of two or more characters in a script without spaces.
    case tail
    /// A single character that stands alone in a script without spaces.
    case single
    /// A word with the symbols beside it, in addition to the word: `c++`, `c#`, `.net`, and `at&`
    /// and `&t` in "AT&T".
    case symbol
  }

  /// The folded text, at most 64 characters.
  public let text: String
  /// The range in the original text.
  public let range: Range<String.Index>
  /// The position of the word, counted from 0; tokens of the same word share it.
  public let position: Int
  /// The role of the token.
  public let kind: Kind
}
