/// A searchable field of an item.
public enum Field: String, Sendable, Hashable, CaseIterable, Codable {
  /// The name of the item; searched first, and on every tier.
  case title
  /// A second line.
  case subtitle
  /// Alternative names and tags; searched like the title, except that they never count as the start
  /// of a title.
  case keywords
  /// The prose of the item.
  case body
}

// MARK: Columns

extension Field {
  /// Whether the index of titles holds the field as well as the index of texts. Tiers 1 to 3 and 5 search
  /// only these fields.
  var isInTitles: Bool { self == .title || self == .keywords }

  /// The fields in the order of their columns, in the table `item` and in either index.
  static func columns(inTitles: Bool) -> [Field] {
    inTitles ? allCases.filter(\.isInTitles) : allCases
  }

  /// The columns of the table `item` that hold the fields, for SQL.
  static let columnNames = allCases.map(\.rawValue).joined(separator: ", ")

  /// The SQL condition that an item has any text besides those in the index of titles.
  static let hasProse = allCases.filter { !$0.isInTitles }.map { "\($0.rawValue) <> ''" }
    .joined(separator: " OR ")

  /// The fields with the most telling ones first.
  static let byImportance = allCases.filter(\.isInTitles) + allCases.filter { !$0.isInTitles }

  private static let masks = [true, false].map { inTitles in
    Dictionary(
      uniqueKeysWithValues: columns(inTitles: inTitles).enumerated().map { ($1, UInt8(1) << $0) })
  }

  /// The column of the field in either index, as a bit; 0 if the index does not hold it.
  func mask(inTitles: Bool) -> UInt8 { Self.masks[inTitles ? 0 : 1][self] ?? 0 }
}

extension Item {
  /// The texts of a field: each keyword, or the one text of another field.
  func texts(of field: Field) -> [String] {
    switch field {
    case .title: [title]
    case .subtitle: [subtitle]
    case .keywords: keywords
    case .body: [body]
    }
  }

  /// The text of a field or of one keyword; `nil` if there is no such keyword.
  func text(of field: Field, keyword: Int) -> String? {
    let texts = texts(of: field)
    let index = field == .keywords ? keyword : 0
    return texts.indices.contains(index) ? texts[index] : nil
  }
}
