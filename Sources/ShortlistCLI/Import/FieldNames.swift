/// The name of each field in the input: its own, unless `--map` says otherwise.
struct FieldNames {
  /// The names, in UTF-8.
  let names: [(field: ImportField, name: [UInt8])]
  /// The names of the keys or columns that identify a record, from `--key`.
  let keys: [[UInt8]]
  /// The keys or columns of the attributes that `--map` names.
  private let mapped: [(attribute: String, name: [UInt8])]
  /// The other keys and columns that are attributes.
  let attributes: AttributeSelection

  /// The attributes that `--map` and `--attributes` name.
  var namedAttributes: [String] {
    let mapped = mapped.map(\.attribute)
    if case .named(let names) = attributes { return mapped + names }
    return mapped
  }

  /// The default names.
  static let usual = FieldNames(
    ImportField.all.map { ($0, $0.name) }, keys: [], mapped: [], attributes: .all)

  private init(
    _ names: [(ImportField, String)], keys: [String], mapped: [(String, String)],
    attributes: AttributeSelection
  ) {
    self.names = names.map { ($0.0, Array($0.1.utf8)) }
    self.keys = keys.map { Array($0.utf8) }
    self.mapped = mapped.map { ($0.0, Array($0.1.utf8)) }
    self.attributes = attributes
  }

  /// Parses mappings such as `title=name,weight=population,continent=region`, and the names given to
  /// `--key`. What is not the name of a field is that of an attribute.
  init(
    mapping texts: [String], keys: [String] = [], attributes: AttributeSelection = .all
  ) throws(CommandFailure) {
    let keys = keys.flatMap { $0.split(separator: ",") }.map(String.init)
    var mapped: [ImportField: String] = [:]
    var mappedAttributes: [String: String] = [:]
    for pair in texts.flatMap({ $0.split(separator: ",") }) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      let field = ImportField.all.first { $0.name == parts[0] }
      // An attribute from the column of a field is more likely a pair in the wrong order.
      guard parts.count == 2,
        field != nil || !ImportField.all.contains(where: { $0.name == parts[1] })
      else {
        throw CommandFailure(
          "--map takes FIELD=NAME, where FIELD is one of "
            + ImportField.all.map(\.name).joined(separator: ", ")
            + ", or an attribute; “\(TerminalText.shown(String(pair)))” is not valid.")
      }
      if let field {
        mapped[field] = String(parts[1])
      } else {
        mappedAttributes[String(parts[0])] = String(parts[1])
      }
    }
    let taken = Set(mapped.values)
    guard taken.count == mapped.count else {
      throw CommandFailure("--map uses one key or column for two fields.")
    }
    guard keys.isEmpty || mapped[.id] == nil else {
      throw CommandFailure("--key and --map id=NAME both set the id; use only one of them.")
    }
    // A name that a mapping uses no longer stands for the field of that name.
    self.init(
      ImportField.all.compactMap { field in
        let name = mapped[field] ?? (taken.contains(field.name) ? nil : field.name)
        return name.map { (field, $0) }
      }, keys: keys, mapped: mappedAttributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      attributes: attributes)
  }

  /// The field with a key of a JSON object as its name.
  func field(for key: JSONKey) -> ImportField? {
    for (field, name) in names where key.matches(name) { return field }
    return nil
  }

  /// The index of a key of a JSON object among the names of `--key`.
  func keyPart(for key: JSONKey) -> Int? {
    keys.isEmpty ? nil : keys.firstIndex { key.matches($0) }
  }

  /// The index of a column among the names of `--key`.
  func keyPart(forColumn column: String) -> Int? {
    keys.firstIndex { Self.matches(column, $0) }
  }

  /// The field in a column, ignoring case and surrounding spaces.
  func field(forColumn column: String) -> ImportField? {
    names.first { Self.matches(column, $0.name) }?.field
  }

  /// The attribute in a column; `isUsed` if the column has another meaning.
  func attribute(forColumn column: String, isUsed: Bool) -> String? {
    if let mapping = mapped.first(where: { Self.matches(column, $0.name) }) {
      return mapping.attribute
    }
    let name = AttributeColumnName.attribute(in: column)
    switch attributes {
    case .all: return isUsed || isMapped(name) ? nil : name
    case .none: return nil
    case .named(let names): return names.first { Self.matches(name, Array($0.utf8)) }
    }
  }

  /// The attribute with a key of a JSON object as its name; `isUsed` if the key has another meaning.
  func attribute(for key: JSONKey, isUsed: Bool) -> String? {
    if let mapping = mapped.first(where: { key.matches($0.name) }) { return mapping.attribute }
    switch attributes {
    case .all:
      guard !isUsed else { return nil }
      let name = key.text
      return isMapped(name) ? nil : name
    case .none: return nil
    case .named(let names): return names.first { key.matches(Array($0.utf8)) }
    }
  }

  /// Whether `--map` takes the attribute from elsewhere.
  private func isMapped(_ name: String) -> Bool {
    mapped.contains { $0.attribute == name }
  }

  private static func matches(_ column: String, _ name: [UInt8]) -> Bool {
    column.trimmingSpaces().lowercased() == String(decoding: name, as: UTF8.self).lowercased()
  }
}
