/// The name of each field in the input: its own, unless `--map` says otherwise.
struct FieldNames {
  /// The names, in UTF-8.
  let names: [(field: ImportField, name: [UInt8])]
  /// The names of the keys or columns that identify a record, from `--key`.
  let keys: [[UInt8]]

  /// The default names.
  static let usual = FieldNames(ImportField.all.map { ($0, $0.name) }, keys: [])

  private init(_ names: [(ImportField, String)], keys: [String]) {
    self.names = names.map { ($0.0, Array($0.1.utf8)) }
    self.keys = keys.map { Array($0.utf8) }
  }

  /// Parses mappings such as `title=name,weight=population`, and the names given to `--key`.
  init(mapping texts: [String], keys: [String] = []) throws(CommandFailure) {
    let keys = keys.flatMap { $0.split(separator: ",") }.map(String.init)
    var mapped: [ImportField: String] = [:]
    for pair in texts.flatMap({ $0.split(separator: ",") }) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let field = ImportField.all.first(where: { $0.name == parts[0] })
      else {
        throw CommandFailure(
          "--map takes FIELD=NAME, where FIELD is one of "
            + ImportField.all.map(\.name).joined(separator: ", ")
            + "; “\(TerminalText.shown(String(pair)))” is not valid.")
      }
      mapped[field] = String(parts[1])
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
      }, keys: keys)
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

  private static func matches(_ column: String, _ name: [UInt8]) -> Bool {
    column.trimmingSpaces().lowercased() == String(decoding: name, as: UTF8.self).lowercased()
  }
}
