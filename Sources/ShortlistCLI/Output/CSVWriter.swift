import Shortlist

/// Writes a table of items (RFC 4180), a row at a time, into a reusable buffer.
struct CSVWriter {
  private var bytes: [UInt8] = []
  /// Whether to put an apostrophe before text that a spreadsheet would take for a formula.
  let guardsFormulas: Bool
  /// Whether the output is a terminal: then symbols replace characters that it would obey.
  let isForTerminal: Bool

  private static let columns =
    [.id, .section] + Field.allCases.map(ImportField.field) + [.weight, .payloadBase64]

  init(guardsFormulas: Bool = false, isForTerminal: Bool = false) {
    self.guardsFormulas = guardsFormulas
    self.isForTerminal = isForTerminal
  }

  /// Returns the header row.
  mutating func header() -> [UInt8] {
    row { writer, column in writer.field(column.name) }
  }

  /// Returns the row of an item.
  mutating func item(_ item: Item) -> [UInt8] {
    row { writer, column in
      switch column {
      case .id: writer.text(item.id.rawValue)
      case .section: writer.text(item.section.rawValue)
      case .field(let field): writer.text(item[field].joined(separator: ";"))
      case .weight: if item.weight > 0 { writer.weight(item.weight) }
      case .payloadBase64: writer.field(item.payloadBase64 ?? "")
      case .payload, .positionInSection, .sectionTitle: break
      }
    }
  }

  private mutating func row(_ field: (inout CSVWriter, ImportField) -> Void) -> [UInt8] {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
    for (number, column) in Self.columns.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      field(&self, column)
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

  private mutating func weight(_ weight: Double) {
    var number = JSONWriter()
    number.number(weight)
    bytes += number.bytes
  }

  /// Writes a field, in quotation marks if it needs them.
  private mutating func field(_ text: String) {
    let ends: [UInt8?] = [text.utf8.first, text.utf8.last]
    guard text.utf8.contains(where: ",\"\r\n".utf8.contains) || ends.contains(0x20) else {
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
