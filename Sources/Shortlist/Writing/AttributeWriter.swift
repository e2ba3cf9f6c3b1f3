/// Writes the attributes of items, for one transaction.
final class AttributeWriter {
  private unowned let connection: Connection
  private let catalog: AttributeCatalog
  private var codes: [Int64: [AttributeValue: Int64]] = [:]
  private var lastCodes: [Int64: Int64] = [:]
  /// The numbers of the attributes that are new in this transaction.
  private var addedNames: [String: Int64] = [:]

  /// The number of values at which the cache of their codes is emptied.
  private static let maximumCodes = 65_536

  init(_ connection: Connection) {
    self.connection = connection
    catalog = AttributeCatalog(for: connection)
  }

  /// Whether the list has attributes.
  func isInUse() throws(ShortlistError) -> Bool {
    guard addedNames.isEmpty else { return true }
    return try !catalog.isEmpty()
  }

  /// Stores the attributes of a new item.
  func insert(_ packed: PackedAttributes, at docid: Int64) throws(ShortlistError) {
    guard !packed.isEmpty else { return }
    let insert = try connection.statement(
      "INSERT INTO item_attribute(docid, packed) VALUES(?1, ?2)")
    insert.bind(docid, at: 1)
    try insert.bind(blob: packed.bytes, at: 2)
    try insert.run()
  }

  /// Stores the attributes of an item that may have had others.
  func replace(_ packed: PackedAttributes, at docid: Int64) throws(ShortlistError) {
    guard try isInUse() else { return }
    let delete = try connection.statement("DELETE FROM item_attribute WHERE docid = ?1")
    delete.bind(docid, at: 1)
    try delete.run()
    try insert(packed, at: docid)
  }

  // MARK: Packing

  /// Packs the attributes of an item, and numbers those that are new to the list.
  ///
  /// - Throws: ``ShortlistError/Code/full`` when the list has too many attributes, or a write error.
  func pack(
    _ attributes: [String: AttributeValue]
  ) throws(ShortlistError) -> PackedAttributes {
    guard !attributes.isEmpty else { return PackedAttributes([]) }
    var values: [(attribute: Int64, value: PackedValue)] = []
    for (name, value) in attributes {
      guard let value = value.normalized else { continue }
      let attribute = try number(of: name)
      values.append((attribute, try pack(value, of: attribute)))
    }
    return PackedAttributes(values)
  }

  private func number(of name: String) throws(ShortlistError) -> Int64 {
    if let number = addedNames[name] { return number }
    if let number = try catalog.number(of: name) { return number }
    let last = max(try catalog.names().keys.max() ?? 0, addedNames.values.max() ?? 0)
    guard last < PackedAttributes.numbers.upperBound else {
      throw ShortlistError(
        .full,
        "The list has \(last) attributes already, so it cannot take another one, “\(name)”.")
    }
    let insert = try connection.statement("INSERT INTO attribute(number, name) VALUES(?1, ?2)")
    insert.bind(last + 1, at: 1)
    try insert.bind(name, at: 2)
    try insert.run()
    addedNames[name] = last + 1
    return last + 1
  }

  private func pack(
    _ value: AttributeValue, of attribute: Int64
  ) throws(ShortlistError) -> PackedValue {
    if case .number(let number) = value { return .number(number) }
    if let code = codes[attribute]?[value] { return .code(code) }
    let code = try code(of: value, attribute)
    if codes[attribute, default: [:]].count >= Self.maximumCodes { codes[attribute] = [:] }
    codes[attribute, default: [:]][value] = code
    return .code(code)
  }

  /// Returns the code of a value, which may be new.
  private func code(
    of value: AttributeValue, _ attribute: Int64
  ) throws(ShortlistError) -> Int64 {
    let stored = try value.stored()
    let hash = try value.storedHash()
    let find = try connection.statement(
      "SELECT code FROM attribute_value WHERE attribute = ?1 AND hash = ?2 AND value = ?3")
    defer { find.reset() }
    find.bind(attribute, at: 1)
    find.bind(hash, at: 2)
    try find.bind(stored, at: 3)
    if try find.step() { return find.int64(0) }
    let code = try nextCode(of: attribute)
    let insert = try connection.statement(
      "INSERT INTO attribute_value(attribute, code, value, hash) VALUES(?1, ?2, ?3, ?4)")
    insert.bind(attribute, at: 1)
    insert.bind(code, at: 2)
    try insert.bind(stored, at: 3)
    insert.bind(hash, at: 4)
    try insert.run()
    return code
  }

  private func nextCode(of attribute: Int64) throws(ShortlistError) -> Int64 {
    var last = lastCodes[attribute]
    if last == nil {
      let row = try connection.statement(
        "SELECT max(code) FROM attribute_value WHERE attribute = ?1")
      defer { row.reset() }
      row.bind(attribute, at: 1)
      last = try row.step() ? row.int64(0) : 0
    }
    let code = (last ?? 0) + 1
    guard PackedValue.codes.contains(code) else {
      throw ShortlistError(.full, "An attribute has too many different values.")
    }
    lastCodes[attribute] = code
    return code
  }
}

extension Item {
  /// Throws unless the attributes can be stored.
  func validateAttributes() throws(ShortlistError) {
    guard !attributes.isEmpty else { return }
    func fail(_ reason: String) -> ShortlistError {
      ShortlistError(.invalidItem, "The item “\(id)” \(reason).")
    }
    guard attributes.count <= PackedAttributes.maximumCount else {
      throw fail("has \(attributes.count) attributes; \(PackedAttributes.maximumCount) are allowed")
    }
    for (name, value) in attributes {
      let scalars = name.unicodeScalars
      guard (1...64).contains(scalars.count),
        !scalars.contains(where: { $0.properties.generalCategory == .control })
      else {
        throw fail(
          "has an attribute whose name is not 1 to 64 characters long or holds control characters")
      }
      for case .number(let number) in value.elements where !number.isFinite {
        throw fail("has the number \(number) in “\(name)”, which is not finite")
      }
    }
  }
}
