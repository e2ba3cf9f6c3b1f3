/// A text that continues what a person typed.
public struct Completion: Sendable, Hashable {
  /// The source of a completion.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// The title of an item that begins with the whole typed text.
    case title
    /// The typed text with its last word completed, as an item writes it.
    case term
  }

  /// The full text: a title as in its item, or the typed words with a word of an item at the end.
  public let text: String
  /// The typed part of ``text``: from its start to the end of the last word.
  public let typed: Range<String.Index>
  /// The source of the completion.
  public let kind: Kind
  /// The weight among completions of the same kind: for a title, that of its best-ranked item; for
  /// a term, the number of items that contain it.
  public let weight: Double

  /// The part of ``text`` that was not typed.
  public var added: Substring { text[typed.upperBound...] }

  /// Makes a completion from its parts.
  public init(text: String, typed: Range<String.Index>, kind: Kind, weight: Double) {
    self.text = text
    self.typed = typed
    self.kind = kind
    self.weight = weight
  }
}

/// The JSON of a completion is that of `shortlist complete --json`: its `text`, the `typed` range
/// in UTF-8 bytes, such as `[0, 4]`, its `kind` and its `weight`.
extension Completion: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, typed, kind, weight
  }

  /// Decodes a completion.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a range outside the text.
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
