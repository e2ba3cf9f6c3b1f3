/// Words or phrases that stand for each other in queries.
///
/// ```swift
/// try await countries.addSynonyms([
///   SynonymSet(["usa", "united states", "united states of america"]),
///   SynonymSet(["kubernetes"], for: "k8s"),
/// ])
/// ```
///
/// Terms are compared as the index compares words, so case, accents and punctuation do not count.
public struct SynonymSet: Sendable, Hashable {
  /// The words or phrases, of 1 to 8 words each.
  public var terms: [String]
  /// The word or phrase that also finds the ``terms``, while they do not find it. `nil` if each of the
  /// terms finds all others.
  public var source: String?

  /// Makes a mutual set: each term also finds all others.
  public init(_ terms: [String]) {
    self.terms = terms
  }

  /// Makes a one-way set: `source` also finds all terms, but they do not find it.
  public init(_ terms: [String], for source: String) {
    self.terms = terms
    self.source = source
  }

  /// The maximum number of terms in a set.
  public static let maximumTerms = 32
  /// The maximum number of words in a term.
  public static let maximumWords = 8
  /// The maximum number of sets in a list.
  public static let maximumSets = 10_000

  /// The maximum length of a term, in bytes of UTF-8.
  static let maximumLength = 256
  /// The byte that separates terms in the file, U+001F.
  static let separator: UInt8 = 0x1F
}

/// The JSON is that of `shortlist export`: `{"synonyms": ["usa", "united states"]}`, or
/// `{"synonyms": ["kubernetes"], "for": "k8s"}` for a one-way set.
extension SynonymSet: Codable {
  private enum CodingKeys: String, CodingKey {
    case terms = "synonyms"
    case source = "for"
  }
}
