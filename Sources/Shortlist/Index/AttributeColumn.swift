import CShortlist

/// The values of one attribute of all items with attributes, in memory.
///
/// `@unchecked Sendable`: nothing changes it once it is made.
final class AttributeColumn: @unchecked Sendable {
  let handle: OpaquePointer
  /// The number of the attribute.
  let attribute: Int64
  /// The values by code, once they are needed.
  private let dictionary = Condition<AttributeDictionary?>(nil)

  /// Reads the column; `blocks` says where each block begins and how many items it has.
  init(
    _ attribute: Int64, blocks: [(first: Int64, count: Int32)], on connection: Connection
  ) throws(ShortlistError) {
    guard let handle = shortlist_attribute_column_create() else { throw AttributeIndex.outOfMemory }
    self.handle = handle
    self.attribute = attribute
    let row = try connection.statement(
      "SELECT packed FROM attribute_block WHERE first = ?1 AND attribute = ?2")
    defer { row.reset() }
    row.bind(attribute, at: 2)
    for block in blocks {
      row.reset()
      row.bind(block.first, at: 1)
      let bytes = try row.step() ? row.bytes(0) : UnsafeRawBufferPointer(start: nil, count: 0)
      let code = shortlist_attribute_column_add(
        handle, bytes.baseAddress, Int64(bytes.count), block.count)
      guard code == SQLITE_OK else { throw AttributeIndex.error(code) }
    }
  }

  deinit { shortlist_attribute_column_free(handle) }

  /// The number of items with a value.
  var count: Int { Int(shortlist_attribute_column_count(handle)) }

  /// One more than the greatest code.
  var codeCount: Int { Int(shortlist_attribute_column_last_code(handle)) + 1 }

  /// Returns the values by code, which are read once.
  func dictionary(on connection: Connection) throws(ShortlistError) -> AttributeDictionary {
    if let known = dictionary.withLock({ $0 }) { return known }
    let read = try AttributeDictionary(of: attribute, count: codeCount, on: connection)
    dictionary.withLock { $0 = read }
    return read
  }
}

/// The values of an attribute by code. Numbers that are the only value of an item have no code.
struct AttributeDictionary: Sendable {
  /// A single value, and what it is compared by.
  struct Element: Sendable {
    let value: AttributeValue
    /// The folded text; empty for other values.
    let folded: String
  }

  /// The single values of each code from 0 on; empty for a code that does not occur.
  let elements: [[Element]]

  /// Reads all codes below `count`.
  ///
  /// - Complexity: O(*n*) for *n* values.
  init(of attribute: Int64, count: Int, on connection: Connection) throws(ShortlistError) {
    var elements = [[Element]](repeating: [], count: count)
    let rows = try connection.statement(
      "SELECT code, value FROM attribute_value WHERE attribute = ?1")
    defer { rows.reset() }
    rows.bind(attribute, at: 1)
    while try rows.step() {
      let code = rows.int64(0)
      guard code > 0, code < count else { continue }
      guard let value = AttributeValue(stored: rows.text(1)) else { throw PackedReader.damaged }
      elements[Int(code)] = try value.elements.map { (value) throws(ShortlistError) in
        Element(value: value, folded: try value.folded())
      }
    }
    self.elements = elements
  }
}

extension AttributeValue {
  /// The folded text; empty for other values.
  func folded() throws(ShortlistError) -> String {
    if case .text(let text) = self { try Tokens.folded(text) } else { "" }
  }
}
