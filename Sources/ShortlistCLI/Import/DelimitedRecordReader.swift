/// Splits comma- or tab-separated text (RFC 4180) into records and fields.
///
/// A record ends with LF, CR LF or CR. A field that begins with a quotation mark ends with one, and
/// may contain separators, line ends and doubled quotation marks. Elsewhere in a field, a quotation
/// mark is text. Each byte is examined once, whatever the size of the pieces.
struct DelimitedRecordReader {
  /// A field, as a range of the record's bytes.
  struct Field {
    /// Its bytes, without the quotation marks around them.
    var range: Range<Int>
    /// Whether it contains doubled quotation marks.
    var hasDoubledQuotes = false
  }

  /// A record. Its bytes are valid until the next one is read.
  enum Record {
    case fields(UnsafeBufferPointer<UInt8>)
    case bad(ItemProblem)
  }

  private enum State {
    case fieldStart, unquoted, quoted, quoteInQuoted, afterQuoted
  }

  let window: InputWindow
  let separator: UInt8
  /// The maximum size of a record, in bytes.
  let limit: Int
  /// The maximum number of fields stored. Further ones are only counted, so that a record of
  /// nothing but commas takes no more memory than another.
  var maximumFields = 1 << 18

  /// The fields of the last record, up to ``maximumFields``.
  private(set) var fields: [Field] = []
  private(set) var fieldCount = 0
  /// The line on which the last record begins, counted from 1.
  private(set) var line = 0
  /// Whether reading was given up because a record did not end.
  private(set) var isHopeless = false

  private var pending = 0
  private var nextLine = 1
  private var endedWithCR = false

  // The state within the record; offsets are in bytes from its start.
  private var state = State.fieldStart
  private var at = 0
  private var field = Field(range: 0..<0)
  private var problem: ItemProblem?

  init(window: InputWindow, separator: UInt8, limit: Int) {
    self.window = window
    self.separator = separator
    self.limit = limit
  }

  /// Reads the next record that is not an empty line; `nil` at the end.
  mutating func next() -> Record? {
    while true {
      begin()
      guard let record = readRecord() else { return nil }
      // A quoted empty field is not an empty line: its quotation marks have moved the range.
      let isEmptyLine = fieldCount == 1 && fields.first?.range == 0..<0
      if case .fields = record, isEmptyLine { continue }
      return record
    }
  }

  private mutating func begin() {
    window.consume(pending)
    pending = 0
    if endedWithCR {
      if window.unread.isEmpty { _ = window.fillOnce() }
      if window.unread.first == 0x0A { window.consume(1) }
      endedWithCR = false
    }
    fields.removeAll(keepingCapacity: true)
    fieldCount = 0
    line = nextLine
    state = .fieldStart
    at = 0
    field = Field(range: 0..<0)
    problem = nil
  }

  private mutating func readRecord() -> Record? {
    var skipped = 0
    while true {
      if scan(window.unread) { return finish(skipped) }
      if at > limit || skipped > 0 {
        skipped += at
        window.consume(at)
        fields.removeAll(keepingCapacity: true)
        field = Field(range: 0..<0)
        at = 0
        isHopeless = skipped > RecordLimit.hopeless
        if isHopeless { return .bad(RecordLimit.reason) }
      }
      guard window.fillOnce() else { break }
    }
    guard at > 0 || skipped > 0 else { return nil }
    switch state {
    case .fieldStart: field = Field(range: at..<at)
    case .quoted: problem = "a quotation mark opened here is never closed"
    case .quoteInQuoted: closeQuotes()
    case .unquoted, .afterQuoted: break
    }
    endField()
    pending = at
    return finish(skipped)
  }

  private func finish(_ skipped: Int) -> Record {
    if skipped + at > limit { return .bad(RecordLimit.reason) }
    if let problem { return .bad(problem) }
    return .fields(window.unread)
  }

  /// Continues to read the record; returns `true` at its end.
  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    while at < bytes.count {
      switch state {
      case .fieldStart:
        let isQuoted = bytes[at] == UInt8(ascii: "\"")
        if isQuoted { at += 1 }
        field = Field(range: at..<at)
        state = isQuoted ? .quoted : .unquoted
      case .quoted:
        skipQuoted(bytes)
      case .quoteInQuoted:
        if bytes[at] == UInt8(ascii: "\"") {
          field.hasDoubledQuotes = true
          at += 1
          state = .quoted
        } else {
          if !isEnd(bytes[at]) { problem = "there is text after a closing quotation mark" }
          closeQuotes()
          state = .afterQuoted
        }
      case .unquoted, .afterQuoted:
        if scanToEnd(bytes) { return true }
      }
    }
    return false
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == 0x0A || byte == 0x0D
  }

  /// Moves past the end of the field, if it was read; returns `true` if the record ends too.
  private mutating func scanToEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var end = at
    while end < bytes.count, !isEnd(bytes[end]) { end += 1 }
    at = end
    if state == .unquoted { field.range = field.range.lowerBound..<end }
    guard end < bytes.count else { return false }
    endField()
    at += 1
    guard bytes[end] != separator else {
      state = .fieldStart
      return false
    }
    nextLine += 1
    endedWithCR = bytes[end] == 0x0D
    pending = at
    return true
  }

  /// Moves past the next quotation mark.
  private mutating func skipQuoted(_ bytes: UnsafeBufferPointer<UInt8>) {
    let quote = ByteSearch.firstIndex(of: UInt8(ascii: "\""), in: bytes, from: at)
    let end = quote ?? bytes.count
    nextLine += ByteSearch.count(of: 0x0A, in: UnsafeBufferPointer(rebasing: bytes[at..<end]))
    at = end
    if quote != nil {
      at += 1
      state = .quoteInQuoted
    }
  }

  /// Ends a field before the last quotation mark that was read.
  private mutating func closeQuotes() {
    let start = field.range.lowerBound
    field.range = start..<max(start, at - 1)
  }

  private mutating func endField() {
    if fields.count < maximumFields { fields.append(field) }
    fieldCount += 1
  }
}
