/// Under which name each field stands in the input: its own, unless `--map` says otherwise.
struct FieldNames {
  /// The names, in UTF-8.
  let names: [(field: ImportField, name: [UInt8])]

  /// The usual names.
  static let usual = FieldNames(ImportField.allCases.map { ($0, $0.rawValue) })

  private init(_ names: [(ImportField, String)]) {
    self.names = names.map { (field: $0.0, name: Array($0.1.utf8)) }
  }

  /// Reads `title=name,weight=population`.
  init(mapping texts: [String]) throws(CommandFailure) {
    var mapped: [ImportField: String] = [:]
    for pair in texts.flatMap({ $0.split(separator: ",") }) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let field = ImportField(rawValue: String(parts[0])) else {
        throw CommandFailure(
          "--map takes FIELD=NAME, where FIELD is one of "
            + ImportField.allCases.map(\.rawValue).joined(separator: ", ")
            + "; “\(TerminalText.shown(String(pair)))” is none.")
      }
      mapped[field] = String(parts[1])
    }
    let taken = Set(mapped.values)
    guard taken.count == mapped.count else {
      throw CommandFailure("--map takes one key or column for two fields.")
    }
    // What a mapping has taken is no longer what its own name says.
    self.init(
      ImportField.allCases.compactMap { field in
        if let name = mapped[field] { return (field, name) }
        return taken.contains(field.rawValue) ? nil : (field, field.rawValue)
      })
  }

  /// The field that stands under a key of a JSON object.
  func field(for key: JSONKey) -> ImportField? {
    for (field, name) in names where key.matches(name) { return field }
    return nil
  }

  /// The field that stands in a column: capitals and surrounding spaces make no difference.
  func field(forColumn column: String) -> ImportField? {
    let column = column.trimmingSpaces().lowercased()
    return names.first { String(decoding: $0.name, as: UTF8.self).lowercased() == column }?.field
  }
}
