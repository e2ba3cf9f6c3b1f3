/// The attributes of a list and their values, as one connection has read them; valid until somebody
/// changes the attributes of an item.
final class AttributeCatalog: SnapshotCache {
  private unowned let connection: Connection
  private var knownNames: (names: [Int64: String], numbers: [String: Int64])?
  /// The counter `attributes` as of the snapshot that was read.
  private var revision: Int64?
  private var values: [Key: AttributeValue] = [:]
  /// The number of values at which the cache is emptied.
  private static let maximumValues = 4_096

  private struct Key: Hashable {
    let attribute: Int64
    let code: Int64
  }

  init(for connection: Connection) { self.connection = connection }

  func removeAll() {
    knownNames = nil
    values.removeAll(keepingCapacity: true)
  }

  func follow(_: [Int64], on connection: Connection) throws(ShortlistError) {
    if try connection.meta().attributes != revision { removeAll() }
  }

  // MARK: Names

  /// Whether the list has attributes.
  func isEmpty() throws(ShortlistError) -> Bool { try names().isEmpty }

  /// The names by number.
  func names() throws(ShortlistError) -> [Int64: String] { try read().names }

  /// Returns the number of the attribute with this name; `nil` if the list does not have it.
  func number(of name: String) throws(ShortlistError) -> Int64? { try read().numbers[name] }

  private func read() throws(ShortlistError) -> (names: [Int64: String], numbers: [String: Int64]) {
    if let knownNames { return knownNames }
    let rows = try connection.statement("SELECT number, name FROM attribute")
    defer { rows.reset() }
    var names: [Int64: String] = [:]
    var numbers: [String: Int64] = [:]
    while try rows.step() {
      let number = rows.int64(0)
      guard PackedAttributes.numbers.contains(number) else {
        throw .damaged("an attribute has the number \(number), which none can have")
      }
      names[number] = rows.text(1)
      numbers[rows.text(1)] = number
    }
    revision = try connection.meta().attributes
    knownNames = (names, numbers)
    return (names, numbers)
  }

  // MARK: Values

  /// Returns the attributes of an item from the bytes of `item_attribute`.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for bytes that are none, or that lead to no
  ///   attribute or no value.
  func attributes(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ShortlistError) -> [String: AttributeValue] {
    guard !bytes.isEmpty else { return [:] }
    let names = try names()
    var attributes: [String: AttributeValue] = [:]
    for (attribute, value) in try PackedAttributes(bytes).values {
      guard let name = names[attribute] else { throw PackedReader.damaged }
      attributes[name] = try self.value(value, of: attribute)
    }
    return attributes
  }

  func value(
    _ value: PackedValue, of attribute: Int64
  ) throws(ShortlistError) -> AttributeValue {
    switch value {
    case .number(let number): return .number(number)
    case .code(let code):
      let key = Key(attribute: attribute, code: code)
      if let known = values[key] { return known }
      let row = try connection.statement(
        "SELECT value FROM attribute_value WHERE attribute = ?1 AND code = ?2")
      defer { row.reset() }
      row.bind(attribute, at: 1)
      row.bind(code, at: 2)
      guard try row.step(), let value = AttributeValue(stored: row.text(0)) else {
        throw PackedReader.damaged
      }
      if values.count >= Self.maximumValues { values.removeAll(keepingCapacity: true) }
      values[key] = value
      return value
    }
  }
}

extension Connection {
  /// The attributes of the list: cached in a read transaction, otherwise read again.
  var attributeCatalog: AttributeCatalog {
    get throws(ShortlistError) {
      try cache(AttributeCatalog.self) ?? AttributeCatalog(for: self)
    }
  }
}
