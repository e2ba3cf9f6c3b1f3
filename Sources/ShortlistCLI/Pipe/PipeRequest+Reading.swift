import Shortlist

// The requests, besides queries, that only read.
extension PipeRequest {
  /// Reads the value of `complete`: `text`, `limit` and `sections`.
  static func completion(from reader: inout JSONReader) throws -> Task {
    var text: String?
    var limit = 8
    var sections: [ItemSection.ID]?
    try object(from: &reader) { key, reader in
      switch key {
      case "text": text = try reader.string()
      case "limit": limit = try reader.count(key)
      case "sections": sections = try reader.strings().map { ItemSection.ID($0) }
      default: throw BadRequest("“complete” has no “\(key.text)”.")
      }
    }
    guard let text else { throw BadRequest("“complete” has no “text”.") }
    return .complete(text, limit: limit, in: sections)
  }

  /// Reads the value of `why`: `item`, and the keys of a query.
  static func why(from reader: inout JSONReader) throws -> Task {
    var item: Item.ID?
    var query = PipeQuery()
    try object(from: &reader) { key, reader in
      if "item" ~= key {
        item = Item.ID(try reader.string())
      } else if try !query.read(key, from: &reader) {
        throw BadRequest("“why” has no “\(key.text)”.")
      }
    }
    guard let item else { throw BadRequest("“why” has no “item”.") }
    return .why(item, try query.finished())
  }

  /// Reads the value of `attributes`, which is empty.
  static func attributes(from reader: inout JSONReader) throws -> Task {
    try object(from: &reader) { key, _ in
      throw BadRequest("“attributes” has no “\(key.text)”.")
    }
    return .listAttributes
  }

  /// Reads the value of `list`: `section`, `from` and `limit`. Without a section, it lists the
  /// sections.
  static func listing(from reader: inout JSONReader) throws -> Task {
    var section: ItemSection.ID?
    var start = 0
    var limit = 100
    try object(from: &reader) { key, reader in
      switch key {
      case "section": section = ItemSection.ID(try reader.string())
      case "from": start = try reader.count(key, least: 0)
      case "limit": limit = try reader.count(key)
      default: throw BadRequest("“list” has no “\(key.text)”.")
      }
    }
    return section.map { .listItems(of: $0, from: start, limit: limit) } ?? .listSections
  }
}
