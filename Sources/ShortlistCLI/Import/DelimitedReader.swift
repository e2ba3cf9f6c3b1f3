import Shortlist

/// Reads an item from each row of a table; the first row names the columns.
final class DelimitedReader: RecordReader {
  let window: InputWindow
  private let names: FieldNames
  private let defaultSection: ItemSection.ID
  private let attributes: ImportAttributes
  private let keywordSeparator: Character
  private var records: DelimitedRecordReader
  private struct Column {
    let field: ImportField?
    /// The index of the column among those of `--key`, if it is one of them.
    let keyPart: Int?
    /// The attribute in the column.
    let attribute: String?

    var isUsed: Bool { field != nil || keyPart != nil || attribute != nil }
  }

  /// The contents of each column; `nil` until the first row is read.
  private var columns: [Column]?
  private(set) var failure: String?
  private(set) var repairedItems = 0
  var line: Int { records.line }

  init(
    _ input: ImportInput, separator: UInt8? = nil, names: FieldNames,
    defaultSection: ItemSection.ID, attributes: ImportAttributes = ImportAttributes(),
    keywordSeparator: Character = ";", limit: Int = RecordLimit.bytes
  ) {
    window = input.window
    self.names = names
    self.defaultSection = defaultSection
    self.attributes = attributes
    self.keywordSeparator = keywordSeparator
    let separator = separator ?? Self.separator(of: input.window, names: names)
    records = DelimitedRecordReader(window: input.window, separator: separator, limit: limit)
  }

  /// Detects the separator: one with which the first row names a title column, or the most frequent
  /// one. Spreadsheets write semicolons in locales where numbers have a decimal comma.
  private static func separator(of window: InputWindow, names: FieldNames) -> UInt8 {
    let line = window.firstLine()
    let rows = Array(",;\t|".utf8).map { separator in
      (separator, columns: line.split(separator: separator, omittingEmptySubsequences: false))
    }
    let titled = rows.first { row in
      row.columns.contains { column in
        let name = String(decoding: column, as: UTF8.self).replacing("\"", with: "")
        return names.field(forColumn: name) == .field(.title)
      }
    }
    let most = rows.map(\.columns.count).max()
    return titled?.0 ?? rows.first { $0.columns.count == most }?.0 ?? UInt8(ascii: ",")
  }

  func next() -> Result<Item, ItemProblem>? {
    if columns == nil { readHeader() }
    guard failure == nil, let columns else { return nil }
    switch records.next() {
    case nil:
      failure = window.failure?.reason
      return nil
    case .bad(let problem):
      if records.isHopeless { failure = RecordLimit.hopelessReason(line: line) }
      return .failure(problem)
    case .fields(let bytes):
      guard records.fieldCount == columns.count else {
        return .failure("\(records.fieldCount) fields, but the first row has \(columns.count)")
      }
      return item(from: bytes, columns: columns)
    }
  }

  private func readHeader() {
    switch records.next() {
    case nil:
      failure = window.failure?.reason
      columns = []
    case .bad(let problem): failure = "cannot read the first row: \(problem.reason)"
    case .fields(let bytes):
      guard records.fieldCount <= records.maximumFields else {
        failure = "the first row has \(records.fieldCount) columns"
        return
      }
      let titles = records.fields.map { text($0, in: bytes) }
      let columns = titles.map { (title, _) in
        let field = names.field(forColumn: title)
        let keyPart = names.keyPart(forColumn: title)
        let attribute = names.attribute(
          forColumn: title, isUsed: field != nil || keyPart != nil)
        return Column(field: field, keyPart: keyPart, attribute: attribute)
      }
      for field in ImportField.all where columns.count(where: { $0.field == field }) > 1 {
        failure = "two columns hold the \(field.name)"
      }
      for (part, name) in names.keys.enumerated()
      where !columns.contains(where: { $0.keyPart == part }) {
        let name = TerminalText.shown(String(decoding: name, as: UTF8.self))
        failure = "there is no column \(name), which --key names"
      }
      if !columns.contains(where: { $0.field == .field(.title) }) {
        failure =
          window.unread.prefix(4_096).contains(0)
          ? "this is a binary file, not a table"
          : "there is no title column; use --map title=NAME to choose one of"
            + " \(Self.list(titles.map(\.0)))"
      }
      self.columns = columns
    }
  }

  /// The names of the first few columns, to show.
  private static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(5).map { "“\(TerminalText.shown(String($0.prefix(40))))”" }
    return shown.joined(separator: ", ") + (columns.count > shown.count ? ", …" : "")
  }

  private func item(
    from bytes: UnsafeBufferPointer<UInt8>, columns: [Column]
  ) -> Result<Item, ItemProblem> {
    var draft = ItemDraft(names)
    var isRepaired = false
    for (column, slice) in zip(columns, records.fields) {
      guard column.isUsed, !slice.range.isEmpty else { continue }
      let (text, wasRepaired) = text(slice, in: bytes)
      if wasRepaired { isRepaired = true }
      if let keyPart = column.keyPart { draft.key[keyPart] = text }
      if let name = column.attribute {
        draft.note(AttributeValue(cell: text), of: name)
      }
      guard let field = column.field else { continue }
      if let problem = draft.set(field, to: text, keywordSeparator: keywordSeparator) {
        return .failure(problem)
      }
    }
    if isRepaired { repairedItems += 1 }
    draft.admitAttributes(to: attributes)
    return draft.item(defaultSection: defaultSection)
  }

  private func text(
    _ field: DelimitedRecordReader.Field, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (String, isRepaired: Bool) {
    let slice = UnsafeBufferPointer(rebasing: bytes[field.range])
    guard field.hasDoubledQuotes else { return UTF8Text.decode(slice) }
    var plain: [UInt8] = []
    plain.reserveCapacity(slice.count)
    var wasQuote = false
    for byte in slice {
      wasQuote = byte == UInt8(ascii: "\"") && !wasQuote
      if !wasQuote { plain.append(byte) }
    }
    return plain.withUnsafeBufferPointer { UTF8Text.decode($0) }
  }
}

extension ItemDraft {
  /// Sets a field from the text in a table; returns a problem if the text is not valid.
  fileprivate mutating func set(
    _ field: ImportField, to text: String, keywordSeparator: Character
  ) -> ItemProblem? {
    switch field {
    case .id: id = text
    case .section: section = ItemSection.ID(text)
    case .sectionTitle: sectionTitle = text
    case .pinnedFor: pinnedFor = text
    case .field(let field) where field.isList:
      let texts = text.split(separator: keywordSeparator).map { String($0.trimmingSpaces()) }
      set(texts.filter { !$0.isEmpty }, of: field)
    case .field(let field): set([text], of: field)
    case .weight:
      guard let weight = Self.weight(text) else { return "the weight is not a number" }
      self.weight = weight
    case .positionInSection: positionInSection = Int64(text)
    case .payload: setPayload(text)
    case .payloadBase64:
      guard setPayload(base64: text) else { return "payloadBase64: not valid Base64" }
    }
    return nil
  }

  /// Parses a number in JSON syntax; an empty text is 0.
  private static func weight(_ text: String) -> Double? {
    var text = String(text.trimmingSpaces())
    guard !text.isEmpty else { return 0 }
    return text.withUTF8 { bytes in
      var reader = JSONReader(bytes)
      guard let weight = try? reader.number(), (try? reader.finish()) != nil else { return nil }
      return weight
    }
  }
}
