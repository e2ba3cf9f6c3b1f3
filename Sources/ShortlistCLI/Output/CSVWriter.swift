import Shortlist

/// Writes a table of items (RFC 4180), a row at a time, into a reusable buffer.
struct CSVWriter {
  private var bytes: [UInt8] = []
  private let separator: UInt8
  /// Whether to put an apostrophe before text that a spreadsheet would take for a formula.
  let guardsFormulas: Bool
  /// Whether the output is a terminal: then symbols replace characters that it would obey.
  let isForTerminal: Bool
  /// The attributes that have columns of their own.
  let attributes: [String]

  private static let columns =
    [.id, .section] + Field.allCases.map(ImportField.field) + [.weight, .payloadBase64]

  init(
    separator: Unicode.Scalar = ",", guardsFormulas: Bool = false, isForTerminal: Bool = false,
    attributes: [String] = []
  ) {
    self.separator = UInt8(ascii: separator)
    self.guardsFormulas = guardsFormulas
    self.isForTerminal = isForTerminal
    self.attributes = attributes
  }

  /// Returns the header row, with the names of more columns at its end.
  mutating func header(and more: [String] = []) -> [UInt8] {
    row(and: more) { writer, column in
      writer.field(column.name)
    } attribute: { writer, name in
      writer.text(AttributeColumnName.column(of: name))
    }
  }

  /// Returns the row of an item, with more fields at its end.
  mutating func item(_ item: Item, and more: [String] = []) -> [UInt8] {
    row(and: more) { writer, column in
      switch column {
      case .id: writer.text(item.id.rawValue)
      case .section: writer.text(item.section.rawValue)
      case .field(let field): writer.text(item[field].joined(separator: ";"))
      case .weight: if item.weight > 0 { writer.field(item.weight.json) }
      case .payloadBase64: writer.field(item.payloadBase64 ?? "")
      case .payload, .positionInSection, .sectionTitle, .pinnedFor: break
      }
    } attribute: { writer, name in
      switch item.attributes[name] {
      case nil: break
      case .text(let text): writer.text(text)
      case .list(let values): writer.text(values.map(\.cell).joined(separator: "; "))
      case .some(let value): writer.field(value.cell)
      }
    }
  }

  private mutating func row(
    and more: [String], _ field: (inout CSVWriter, ImportField) -> Void,
    attribute: (inout CSVWriter, String) -> Void
  ) -> [UInt8] {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
    for (number, column) in Self.columns.enumerated() {
      if number > 0 { bytes.append(separator) }
      field(&self, column)
    }
    for name in attributes {
      bytes.append(separator)
      attribute(&self, name)
    }
    for text in more {
      bytes.append(separator)
      self.field(text)
    }
    bytes.append(0x0A)
    return bytes
  }

  /// Writes text from the database.
  private mutating func text(_ text: String) {
    let isFormula = text.utf8.first.map("=+-@\t\r".utf8.contains) ?? false
    let text = guardsFormulas && isFormula ? "'" + text : text
    field(isForTerminal ? TerminalText.shown(text) : text)
  }

  /// Writes a field, in quotation marks if it needs them.
  private mutating func field(_ text: String) {
    let ends: [UInt8?] = [text.utf8.first, text.utf8.last]
    let isSpecial = { (byte: UInt8) in byte == separator || "\"\r\n".utf8.contains(byte) }
    guard text.utf8.contains(where: isSpecial) || ends.contains(0x20) else {
      bytes += text.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension AttributeValue {
  /// The value as ``init(cell:)`` reads it back, if it can.
  fileprivate var cell: String {
    guard case .number(let number) = self else { return description }
    let text = description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return text }
    // Cells have no exponents.
    let sign = number < 0 ? "-" : ""
    let parts = text[..<mark].drop { $0 == "-" }.split(separator: ".")
    let digits = parts.joined()
    let point = parts[0].count + exponent
    let zeros = String(repeating: "0", count: max(0, point <= 0 ? -point : point - digits.count))
    let plain = sign + (point <= 0 ? "0." + zeros + digits : digits + zeros)
    return Self.number(in: plain) == number ? plain : text
  }
}
