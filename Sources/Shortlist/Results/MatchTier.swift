/// The way a hit matched, best first.
public enum MatchTier: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// The words are the whole title.
  case title = 1
  /// The title begins with the words.
  case prefix = 2
  /// The title or the keywords contain every word.
  case words = 3
  /// Every word is in some field.
  case text = 4
  /// Every word is a substring of a word in the title or the keywords.
  case substring = 5
  /// Every word is in some field, with one edit in one word: a letter added, dropped or replaced,
  /// two letters swapped, two words joined or one split. Only words of five letters or more may be
  /// edited. A name without its symbols, `c` for `c++`, counts as one edit of any word.
  case typo = 6
  /// As ``typo``, with more edits: one in each word, or two if the typed or intended word has nine or
  /// more letters.
  case typos = 7
  /// Some words are missing.
  case partial = 8

  /// The name of the tier in JSON.
  public var name: String { "\(self)" }

  /// Orders better tiers first.
  public static func < (a: MatchTier, b: MatchTier) -> Bool { a.rawValue < b.rawValue }
}

/// The JSON of a tier is its ``name``, such as `"prefix"`.
extension MatchTier: Codable {
  /// Decodes a tier from its name.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for any other name.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let name = try value.decode(String.self)
    guard let tier = Self.allCases.first(where: { $0.name == name }) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "There is no tier “\(name)”.")
    }
    self = tier
  }

  /// Encodes the name of the tier.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(name)
  }
}
