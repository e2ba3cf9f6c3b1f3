/// A matched range of a field.
public struct Highlight: Sendable, Hashable {
  /// The field.
  public let field: Field
  /// The index of the keyword; 0 for the other fields.
  public let keyword: Int
  /// The matched range in the text of the field or keyword; it covers only what was typed.
  public let range: Range<String.Index>

  /// Makes a highlight from its parts.
  public init(field: Field, keyword: Int = 0, range: Range<String.Index>) {
    self.field = field
    self.keyword = keyword
    self.range = range
  }
}

/// An excerpt of the body around its matches, cut at word boundaries.
public struct Snippet: Sendable, Hashable {
  /// The excerpt, with "…" where the body continues.
  public let text: String
  /// The matched ranges of ``text``.
  public let ranges: [Range<String.Index>]

  /// Makes a snippet from its parts.
  public init(text: String, ranges: [Range<String.Index>]) {
    self.text = text
    self.ranges = ranges
  }
}

/// The JSON of a snippet has its `text` and its `ranges` in UTF-8 bytes, such as `[[0, 4]]`.
extension Snippet: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, ranges
  }

  /// Decodes a snippet.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a range outside the
  ///   text.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let text = try values.decode(String.self, forKey: .text)
    let path = values.codingPath + [CodingKeys.ranges]
    let ranges = try values.decode([ByteRange].self, forKey: .ranges)
    self.init(text: text, ranges: try ranges.map { try $0.range(in: text, at: path) })
  }

  /// Encodes the snippet.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(text, forKey: .text)
    try values.encode(ranges.map { ByteRange($0, in: text) }, forKey: .ranges)
  }
}
