import Shortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONWriter {
  /// Writes an item in the form that `import` reads, without empty fields.
  mutating func item(_ item: Item) {
    object {
      $0.member("id", item.id.rawValue)
      $0.member("section", item.section.rawValue)
      for field in Field.allCases { $0.field(field, of: item) }
      if item.weight > 0 { $0.member("weight", item.weight) }
      if let payload = item.payload { $0.payload(payload) }
      $0.attributes(item.attributes)
      if let position = item.positionInSection { $0.member("positionInSection", Int(position)) }
    }
  }

  private mutating func field(_ field: Field, of item: Item) {
    guard let first = item.text(of: field), field.isList || !first.isEmpty else { return }
    key(field)
    if field.isList { array(item[field]) { $0.string($1) } } else { string(first) }
  }

  /// Writes a section record in the form that `import` reads.
  mutating func section(_ section: ItemSection) {
    object {
      $0.member("section", section.id.rawValue)
      $0.member("sectionTitle", section.title)
    }
  }

  /// Writes a set of synonyms in the form that `import` reads.
  mutating func synonyms(_ set: SynonymSet) {
    object {
      $0.key("synonyms")
      $0.array(set.terms) { $0.string($1) }
      if let source = set.source { $0.member("for", source) }
    }
  }

  /// Writes the record of a pinned item in the form that `import` reads.
  mutating func pinRecord(_ pin: PinnedItem) {
    object {
      $0.member("id", pin.item.rawValue)
      $0.member("pinnedFor", pin.text)
    }
  }

  /// Writes a pinned item, for `pins --json` and `pipe`.
  mutating func pin(_ pin: PinnedItem) {
    object {
      $0.member("text", pin.text)
      $0.member("item", pin.item.rawValue)
    }
  }

  /// Writes a payload: as it is if `import` reads the same bytes back, otherwise in Base64.
  private mutating func payload(_ payload: Data) {
    let bytes = [UInt8](payload)
    if let json = Self.jsonValue(bytes), json == bytes {
      key("payload")
      raw(json)
    } else {
      member("payloadBase64", payload.base64EncodedString())
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

extension Item {
  var payloadBase64: String? { payload?.base64EncodedString() }
}
