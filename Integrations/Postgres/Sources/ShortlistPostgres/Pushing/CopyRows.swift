import Foundation
@_spi(SearchEngines) import Shortlist

/// An item with its place on the server.
struct PlacedRow: Sendable {
  var item: Item
  /// The number of its section on the server.
  var section: Int64
  var position: Int64
  /// The checksum in the file it comes from.
  var checksum: Int64?
}

/// Rows of the table of items, in the text format of COPY.
struct CopyRows {
  /// The columns, in order.
  static let columns =
    "section, id, position, rank, weight, title, subtitle, keywords, body, payload, attributes, "
    + "facts, titles, texts, words, checksum"

  private(set) var bytes: [UInt8] = []

  /// Appends the row of an item, and returns the item as it is indexed.
  @discardableResult
  mutating func append(_ row: PlacedRow) throws(ShortlistError) -> IndexedItem {
    let item = row.item
    let indexed = try IndexedItem(item)
    append(String(row.section))
    next(item.id.rawValue)
    next(String(row.position))
    next(String(indexed.rankClass))
    next(String(item.weight))
    next(item.title)
    next(item.subtitle)
    next(PostgresValue.array(item.keywords))
    next(item.body)
    next(item.payload.map(PostgresValue.hexadecimal))
    next(try item.attributes.isEmpty ? nil : Self.json(item.attributes))
    next(try item.attributes.isEmpty ? nil : Self.json(ItemFacts.facts(item.attributes)))
    bytes.append(UInt8(ascii: "\t"))
    appendVector(indexed.titles)
    bytes.append(UInt8(ascii: "\t"))
    if let texts = indexed.texts { appendVector(texts) } else { bytes += Self.null }
    next(String(indexed.bodyLength))
    next(row.checksum.map { String($0) })
    bytes.append(UInt8(ascii: "\n"))
    return indexed
  }

  private static let null = Array("\\N".utf8)

  private mutating func next(_ text: String?) {
    bytes.append(UInt8(ascii: "\t"))
    guard let text else {
      bytes += Self.null
      return
    }
    append(text)
  }

  private mutating func append(_ text: String) {
    if text.utf8.contains(0) {
      append(text.withoutNulls)
      return
    }
    for byte in text.utf8 { append(byte) }
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\\"): bytes += [byte, byte]
    case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
    case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
    case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
    default: bytes.append(byte)
    }
  }

  private mutating func appendVector(_ tokens: [IndexToken]) {
    var vector: [UInt8] = []
    TokenVector.append(tokens, to: &vector)
    for byte in vector { append(byte) }
  }

  private static func json(_ value: some Encodable) throws(ShortlistError) -> String {
    do {
      return String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        // An escape that jsonb does not take.
        .replacing("\\u0000", with: "\u{FFFD}")
    } catch {
      throw ShortlistError(.invalidItem, "An attribute cannot be written as JSON: \(error)")
    }
  }
}

/// The attributes of an item as filters compare them.
enum ItemFacts {
  /// Returns each attribute as a list of its values, with folded texts.
  static func facts(
    _ attributes: [String: AttributeValue]
  ) throws(ShortlistError) -> [String: [AttributeValue]] {
    var facts: [String: [AttributeValue]] = [:]
    for (name, value) in attributes {
      facts[name] = try value.elements.map { (value) throws(ShortlistError) in
        guard case .text(let text) = value else { return value }
        return .text(try IndexedItem.folded(text))
      }
    }
    return facts
  }
}
