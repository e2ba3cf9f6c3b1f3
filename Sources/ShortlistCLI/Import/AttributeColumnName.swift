import Shortlist

/// The names of columns that hold attributes.
enum AttributeColumnName {
  /// The beginning of a column that holds an attribute whatever follows, such as `attributes.title`.
  static let prefix = "attributes."

  /// The attribute in a column that has no other meaning.
  static func attribute(in column: String) -> String {
    column.hasPrefix(prefix)
      ? String(column.dropFirst(prefix.count)) : String(column.trimmingSpaces())
  }

  /// The column of an attribute, from which ``attribute(in:)`` returns it again.
  static func column(of name: String) -> String {
    let isPlain =
      FieldNames.usual.field(forColumn: name) == nil && !name.hasPrefix(prefix)
      && name.trimmingSpaces() == name
    return isPlain ? name : prefix + name
  }
}

extension AttributeValue {
  /// The value of a cell of a table, or of an argument, that is not empty: a number or a Boolean if
  /// it is written as one, otherwise a text.
  init(cell text: String) {
    if let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
      let number = Self.number(in: text)
    {
      self = .number(number)
    } else if text == "true" || text == "false" {
      self = .boolean(text == "true")
    } else {
      self = .text(text)
    }
  }
}
