import Shortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The requests that change the list, and the one that reads a checkpoint.
extension PipeRequest {
  /// Reads the value of `apply`: `upserts`, `removals` and `checkpoint`.
  static func changes(from reader: inout JSONReader) throws -> Task {
    var changes = ChangeSet()
    try object(from: &reader) { key, reader in
      switch key {
      case "upserts": changes.upserts = try items(from: &reader)
      case "removals": changes.removals = try ids(from: &reader)
      case "checkpoint": changes.checkpoint = try checkpoint(from: &reader)
      default: throw BadRequest("“apply” has no “\(key.text)”.")
      }
    }
    return .apply(changes)
  }

  /// Reads the value of `reconcile`: `items`, `prefix` or `sections`, and `checkpoint`.
  static func reconciliation(from reader: inout JSONReader) throws -> Task {
    var listed: [Item]?
    var scope: ReconciliationScope?
    var mark: Checkpoint?
    func limit(to new: ReconciliationScope) throws {
      guard scope == nil else {
        throw BadRequest("“reconcile” takes one of “prefix” and “sections”.")
      }
      scope = new
    }
    try object(from: &reader) { key, reader in
      switch key {
      case "items": listed = try items(from: &reader)
      case "prefix": try limit(to: .ids(prefix: reader.string()))
      case "sections":
        try limit(to: .sections(reader.strings().map { ItemSection.ID($0) }))
      case "checkpoint": mark = try checkpoint(from: &reader)
      default: throw BadRequest("“reconcile” has no “\(key.text)”.")
      }
    }
    // Without them, a misspelt request would remove everything.
    guard let listed else { throw BadRequest("“reconcile” has no “items”.") }
    return .reconcile(listed, in: scope ?? .everything, mark)
  }

  /// Reads a checkpoint, whose value is text, or bytes in Base64.
  private static func checkpoint(from reader: inout JSONReader) throws -> Checkpoint {
    var name: String?
    var value: Data?
    try object(from: &reader) { key, reader in
      switch key {
      case "name": name = try reader.string()
      case "value": value = Data(try reader.string().utf8)
      case "valueBase64": value = Data(base64Encoded: try reader.string())
      default: throw BadRequest("A checkpoint has no “\(key.text)”.")
      }
    }
    guard let name, let value else {
      throw BadRequest("A checkpoint has a “name”, and a “value” or “valueBase64”.")
    }
    return Checkpoint(name: name, value: value)
  }

  /// Reads the value of `choose`: `item` and `text`.
  static func choice(from reader: inout JSONReader) throws -> Task {
    var item: Item.ID?
    var text: String?
    try object(from: &reader) { key, reader in
      switch key {
      case "item": item = Item.ID(try reader.string())
      case "text": text = try reader.string()
      default: throw BadRequest("“choose” has no “\(key.text)”.")
      }
    }
    guard let item, let text else { throw BadRequest("“choose” has “item” and “text”.") }
    return .choose(item, for: text)
  }

  static func items(from reader: inout JSONReader) throws -> [Item] {
    var decoder = ItemDecoder(fields: .usual, defaultSection: "Items")
    var items: [Item] = []
    try reader.beginArray()
    while try reader.nextElement() {
      let bytes = UnsafeBufferPointer(rebasing: reader.bytes[try reader.skipValue()])
      switch decoder.item(from: bytes) {
      case .success(let item): items.append(item)
      case .failure(let problem):
        throw BadRequest("Item \(items.count + 1) is not valid: \(problem.reason).")
      case nil: throw BadRequest("Item \(items.count + 1) is a section or a set of synonyms.")
      }
    }
    return items
  }

  /// Reads the value of `move`: `items`, `to` and `at`.
  static func move(from reader: inout JSONReader) throws -> Task {
    var items: [Item.ID]?
    var section: ItemSection.ID?
    var place: Int?
    try object(from: &reader) { key, reader in
      switch key {
      case "items": items = try ids(from: &reader)
      case "to": section = ItemSection.ID(try reader.string())
      case "at": place = try reader.count(key, least: 0)
      default: throw BadRequest("“move” has no “\(key.text)”.")
      }
    }
    guard let items, let section else { throw BadRequest("“move” has “items” and “to”.") }
    return .move(items, to: section, at: place)
  }
}
