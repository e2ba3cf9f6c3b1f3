#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// In JSON an item is as `shortlist export` writes it: `id`, `section` and `title`, and what it has of
/// `subtitle`, `keywords`, `body`, `weight` and `payloadBase64`. An item that was made without an `id` has none in JSON either, and
/// is identified by its section and title.
extension Item: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, section, title, subtitle, keywords, body, weight, payloadBase64
  }

  /// Decodes an item.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a payload that is not Base64.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    var payload: Data?
    if let text = try values.decodeIfPresent(String.self, forKey: .payloadBase64) {
      payload = Data(base64Encoded: text)
      guard payload != nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .payloadBase64, in: values, debugDescription: "The payload is not Base64.")
      }
    }
    self.init(
      id: try values.decodeIfPresent(ID.self, forKey: .id),
      section: try values.decode(ItemSection.ID.self, forKey: .section),
      title: try values.decode(String.self, forKey: .title),
      subtitle: try values.decodeIfPresent(String.self, forKey: .subtitle) ?? "",
      keywords: try values.decodeIfPresent([String].self, forKey: .keywords) ?? [],
      body: try values.decodeIfPresent(String.self, forKey: .body) ?? "",
      weight: try values.decodeIfPresent(Double.self, forKey: .weight) ?? 0, payload: payload)
  }

  /// Encodes the item.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    if !hasDerivedID || isNumbered { try values.encode(id, forKey: .id) }
    try values.encode(section, forKey: .section)
    try values.encode(title, forKey: .title)
    if !subtitle.isEmpty { try values.encode(subtitle, forKey: .subtitle) }
    if !keywords.isEmpty { try values.encode(keywords, forKey: .keywords) }
    if !body.isEmpty { try values.encode(body, forKey: .body) }
    if weight != 0 { try values.encode(weight, forKey: .weight) }
    try values.encodeIfPresent(payload?.base64EncodedString(), forKey: .payloadBase64)
  }
}
