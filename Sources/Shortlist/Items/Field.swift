/// A searchable field of an item.
///
/// The order of the cases is the order of the columns in the file.
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

  /// Whether an item can have several texts in the field.
  public var isList: Bool { self == .keywords }
}

extension Item {
  /// The texts of a field: any number in a list, otherwise exactly one, which may be empty.
  ///
  /// Setting the texts of a field that is not a list takes the first of them.
  public subscript(field: Field) -> [String] {
    get { field == .keywords ? keywords : [self[column: field]] }
    set {
      guard field != .keywords else { return keywords = newValue }
      self[column: field] = newValue.first ?? ""
    }
  }

  /// The text of a field as its column holds it, with a U+001F before each keyword.
  subscript(column field: Field) -> String {
    get {
      switch field {
      case .title: title
      case .subtitle: subtitle
      case .keywords: keywords.map { "\u{1F}" + $0 }.joined()
      case .body: body
      }
    }
    set {
      switch field {
      case .title: title = newValue
      case .subtitle: subtitle = newValue
      case .keywords: keywords = Field.keywords(in: newValue)
      case .body: body = newValue
      }
    }
  }

  /// The length of the text of a field as its column holds it, in bytes.
  func columnSize(_ field: Field) -> Int {
    field == .keywords
      ? keywords.reduce(0) { $0 + 1 + $1.utf8.count } : self[column: field].utf8.count
  }

  /// Appends the text of a field as its column holds it.
  func appendColumn(_ field: Field, to bytes: inout [UInt8]) {
    guard field == .keywords else { return bytes.append(contentsOf: self[column: field].utf8) }
    for keyword in keywords {
      bytes.append(0x1F)
      bytes.append(contentsOf: keyword.utf8)
    }
  }

  /// Returns the text of a field, or of the keyword with this index; `nil` if there is no such
  /// keyword. Unlike the subscript, it makes no array.
  public func text(of field: Field, keyword: Int = 0) -> String? {
    guard field.isList else { return self[column: field] }
    return keywords.indices.contains(keyword) ? keywords[keyword] : nil
  }
}

// MARK: Columns

extension Field {
  /// Splits the column of keywords, which has a U+001F before each.
  static func keywords(in column: String) -> [String] {
    guard !column.isEmpty else { return [] }
    return column.utf8.split(separator: 0x1F, omittingEmptySubsequences: false).dropFirst()
      .map { String(Substring($0)) }
  }

  /// Whether the index of titles holds the field as well as the index of texts. Tiers 1 to 3 and 5 search
  /// only these fields.
  var isInTitles: Bool { self == .title || self == .keywords }

  /// The fields in the order of their columns.
  static let columns = allCases

  /// The fields in the order of their columns in an index.
  static func columns(inTitles: Bool) -> [Field] { inTitles ? titleFields : columns }

  private static let titleFields = columns.filter(\.isInTitles)

  /// The numbers of the columns that the index of titles holds, or all.
  static func columnNumbers(inTitles: Bool) -> [Int] { inTitles ? titleColumns : allColumns }

  private static let allColumns = Array(columns.indices)
  private static let titleColumns = columns.indices.filter { columns[$0].isInTitles }

  /// The numbers of the columns that the index of titles does not hold.
  static let proseColumns = columns.indices.filter { !columns[$0].isInTitles }

  /// The columns of the table `item` that hold the fields, for SQL.
  static let columnNames = columns.map(\.rawValue).joined(by: ", ")

  /// The SQL condition that an item has any text besides those in the index of titles.
  static let hasProse = columns.filter { !$0.isInTitles }.map { "\($0.rawValue) <> ''" }
    .joined(separator: " OR ")

  /// The fields with the most telling ones first.
  static let byImportance = columns(inTitles: true) + columns.filter { !$0.isInTitles }

  /// The column of the field in either index, as a bit; 0 if the index does not hold it.
  func mask(inTitles: Bool) -> UInt8 {
    Self.columns(inTitles: inTitles).firstIndex(of: self).map { 1 << $0 } ?? 0
  }
}

/// The name of a field as a key of JSON.
struct FieldKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ field: Field) { stringValue = field.rawValue }

  init?(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}
