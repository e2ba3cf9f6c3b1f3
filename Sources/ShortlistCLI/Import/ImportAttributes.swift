/// The attributes that an import has met: those it takes, and those it leaves out.
///
/// A key or column that cannot be an attribute never makes a record bad: the same file could be
/// imported when such keys were ignored.
final class ImportAttributes {
  /// A reason to leave something out.
  enum Omission: CaseIterable {
    /// The value is an object, a list of lists, or too large a number.
    case value
    case name
    /// The item has all the attributes it can.
    case item
    /// The import has all the attributes that a list can have.
    case list
  }

  /// The most attributes of an item, of a list, and those shown in a line of the summary.
  static let maximumInItem = 64
  private static let maximumInList = 1_000
  private static let maximumShown = 20

  /// The names of the attributes, in the order of their first values.
  private(set) var names: [String] = []
  private var known: Set<String> = []
  private var omissions: [Omission: [String]] = [:]

  /// Whether the import takes a value of the attribute; if not, the summary says so.
  func admits(_ name: String) -> Bool {
    guard !known.contains(name) else { return true }
    guard Self.isValid(name) else {
      omit(name, .name)
      return false
    }
    guard names.count < Self.maximumInList else {
      omit(name, .list)
      return false
    }
    known.insert(name)
    names.append(name)
    return true
  }

  /// Notes that a value was left out.
  func omit(_ name: String, _ reason: Omission) {
    let omitted = omissions[reason, default: []]
    // One more than shown says that there are more.
    guard omitted.count <= Self.maximumShown, !omitted.contains(name) else { return }
    omissions[reason, default: []].append(name)
  }

  /// Whether the library takes the name: see `Item.attributes`.
  private static func isValid(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    return (1...64).contains(scalars.count)
      && !scalars.contains { $0.properties.generalCategory == .control }
  }

  // MARK: Summary

  /// The sentences of the summary about attributes.
  func summary(of fields: FieldNames) -> [String] {
    var lines = names.isEmpty ? [] : ["Attributes: \(Self.shown(names))."]
    for reason in Omission.allCases {
      guard let omitted = omissions[reason] else { continue }
      lines.append("Left out \(Self.shown(omitted)): \(Self.sentence(reason)).")
    }
    let missing = fields.namedAttributes.filter { !known.contains($0) }
    if !missing.isEmpty { lines.append("No record has a value of \(Self.shown(missing)).") }
    return lines
  }

  private static func sentence(_ reason: Omission) -> String {
    switch reason {
    case .value: "a value is a text, a number, true, false, or a list of these"
    case .name: "a name has 1 to 64 characters, and no control characters"
    case .item: "an item has at most 64 attributes; choose them with --attributes"
    case .list: "a list has at most 1,000 attributes; choose them with --attributes"
    }
  }

  private static func shown(_ names: [String]) -> String {
    let shown = names.prefix(maximumShown).map { name in
      let text = TerminalText.shown(String(name.prefix(40)))
      return text.isBlank || text.contains(",") ? "“\(text)”" : text
    }
    return shown.joined(separator: ", ") + (names.count > shown.count ? ", …" : "")
  }
}
