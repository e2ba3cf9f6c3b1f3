/// A text that goes on where a person stopped typing.
public struct Completion: Sendable, Hashable {
  /// What a completion was made from.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// The title of an item that begins with all that was typed.
    case title
    /// What was typed, with its last word made a whole one.
    case term
  }

  /// All of it: a title as its item has it, or the words that were typed with a term at the end.
  public let text: String
  /// What of ``text`` was typed: from its start to the end of the last word.
  public let typed: Range<String.Index>
  /// What it was made from.
  public let kind: Kind
  /// How much it weighs among others of its kind: the weight of the item of that title that ranks
  /// best, or the number of items that hold the term.
  public let weight: Double

  /// What is new.
  public var added: Substring { text[typed.upperBound...] }

  /// Makes a completion from its parts.
  public init(text: String, typed: Range<String.Index>, kind: Kind, weight: Double) {
    self.text = text
    self.typed = typed
    self.kind = kind
    self.weight = weight
  }
}

/// In JSON a completion is as `shortlist complete --json` writes it: its `text`, the range that was
/// `typed` in bytes of UTF-8, such as `[0, 4]`, its `kind` and its `weight`.
extension Completion: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, typed, kind, weight
  }

  /// Decodes a completion.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a range outside of the text.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let text = try values.decode(String.self, forKey: .text)
    let typed = try values.decode(ByteRange.self, forKey: .typed)
    self.init(
      text: text, typed: try typed.range(in: text, at: values.codingPath + [CodingKeys.typed]),
      kind: try values.decode(Kind.self, forKey: .kind),
      weight: try values.decode(Double.self, forKey: .weight))
  }

  /// Encodes the completion.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(text, forKey: .text)
    try values.encode(ByteRange(typed, in: text), forKey: .typed)
    try values.encode(kind, forKey: .kind)
    try values.encode(weight, forKey: .weight)
  }
}
