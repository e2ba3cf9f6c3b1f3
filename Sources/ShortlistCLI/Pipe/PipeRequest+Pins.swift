import Shortlist

// The requests about pinned items.
extension PipeRequest {
  /// Reads the value of `pin`: `items` and `text`.
  static func pinning(from reader: inout JSONReader) throws -> Task {
    let (items, text) = try pin("pin", from: &reader)
    guard let items, let text else { throw BadRequest("“pin” has “items” and “text”.") }
    return .pin(items, for: text)
  }

  /// Reads the value of `unpin`: `text` and, unless all pins of the text go, `items`.
  static func unpinning(from reader: inout JSONReader) throws -> Task {
    let (items, text) = try pin("unpin", from: &reader)
    guard let text else { throw BadRequest("“unpin” has a “text”.") }
    return .unpin(items, for: text)
  }

  /// Reads the value of `pins`, an empty object.
  static func pins(from reader: inout JSONReader) throws -> Task {
    try object(from: &reader) { key, _ in throw BadRequest("“pins” has no “\(key.text)”.") }
    return .listPins
  }

  private static func pin(
    _ name: String, from reader: inout JSONReader
  ) throws -> (items: [Item.ID]?, text: String?) {
    var items: [Item.ID]?
    var text: String?
    try object(from: &reader) { key, reader in
      switch key {
      case "items": items = try ids(from: &reader)
      case "text": text = try reader.string()
      default: throw BadRequest("“\(name)” has no “\(key.text)”.")
      }
    }
    return (items, text)
  }
}

extension JSONWriter {
  mutating func pins(_ pins: [PinnedItem]) {
    object {
      $0.key("pins")
      $0.array(pins) { $0.pin($1) }
    }
  }
}
