import Shortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONWriter {
  /// Writes an item as `import` reads it; fields that are empty are left out.
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
    raw("}")
  }

  /// Bytes of the app's own: as they are where they are JSON, else in Base64.
  private mutating func payload(_ payload: Data) {
    let bytes = [UInt8](payload)
    let isJSON = bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes)
      return (try? reader.skipValue()) != nil && (try? reader.finish()) != nil
        && String(validating: bytes, as: UTF8.self) != nil
    }
    if isJSON {
      raw(",\"payload\":")
      bytes.withUnsafeBufferPointer { json(utf8: $0) }
    } else {
      raw(",\"payloadBase64\":")
      string(payload.base64EncodedString())
    }
  }
}
