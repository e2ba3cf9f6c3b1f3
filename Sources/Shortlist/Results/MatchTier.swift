/// How a hit matched: its match tier, best first.
public enum MatchTier: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// The words are the whole title.
  case title = 1
  /// The title begins with the words.
  case prefix = 2
  /// Every word is in the title or the keywords.
  case words = 3
  /// Every word is in some field.
  case text = 4
  /// Every word is inside a word of the title or the keywords.
  case substring = 5
  /// Every word is in some field, with one edit in one of them: a letter more, less or another one,
  /// two swapped, or two words run together or one split. Words of five letters or more may have one.
  case typo = 6
  /// The same with more edits: one in a word, two where what was typed or meant has nine letters.
  case typos = 7
  /// Some of the words are missing.
  case partial = 8

  /// The name of the tier in JSON.
  public var name: String { "\(self)" }

  /// Better tiers first.
  public static func < (a: MatchTier, b: MatchTier) -> Bool { a.rawValue < b.rawValue }
}

/// In JSON it is its ``name``, such as `"prefix"`.
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
