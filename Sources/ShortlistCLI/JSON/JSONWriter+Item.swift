import Shortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONWriter {
  /// Writes an item in the form that `import` reads, without empty fields.
  mutating func item(_ item: Item) {
    raw("{\"id\":")
    string(item.id.rawValue)
    raw(",\"section\":")
    string(item.section.rawValue)
    raw(",\"title\":")
    string(item.title)
    if !item.subtitle.isEmpty {
      raw(",\"subtitle\":")
      string(item.subtitle)
    }
    if !item.keywords.isEmpty {
      raw(",\"keywords\":[")
      var isFirst = true
      for keyword in item.keywords {
        separate(isFirst: &isFirst)
        string(keyword)
      }
      raw("]")
    }
    if !item.body.isEmpty {
      raw(",\"body\":")
      string(item.body)
    }
    if item.weight > 0 {
      raw(",\"weight\":")
      number(item.weight)
    }
    if let payload = item.payload { self.payload(payload) }
    if let position = item.positionInSection {
      raw(",\"positionInSection\":")
      integer(Int(position))
    }
    raw("}")
  }

  /// Writes a section record in the form that `import` reads.
  mutating func section(_ section: ItemSection) {
    raw("{\"section\":")
    string(section.id.rawValue)
    raw(",\"sectionTitle\":")
    string(section.title)
    raw("}")
  }

  /// Writes a payload: as it is if `import` reads the same bytes back, otherwise in Base64.
  private mutating func payload(_ payload: Data) {
    let bytes = [UInt8](payload)
    if let json = Self.jsonValue(bytes), json == bytes {
      raw(",\"payload\":")
      raw(json)
    } else {
      raw(",\"payloadBase64\":")
      string(payload.base64EncodedString())
    }
  }

  /// The bytes as JSON on one line, if they are a value other than `null`.
  private static func jsonValue(_ bytes: [UInt8]) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes)
      guard (try? reader.kind()) != .null, let range = try? reader.skipValue(),
        range == bytes.indices, String(validating: bytes, as: UTF8.self) != nil
      else { return nil }
      var writer = JSONWriter()
      writer.json(utf8: bytes)
      return writer.bytes
    }
  }
}
