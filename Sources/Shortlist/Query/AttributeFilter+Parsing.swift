extension AttributeFilter {
  /// Parses a filter.
  ///
  /// ```text
  /// continent = Europe
  /// continent IN [Europe, "North America"] AND population >= 1000000
  /// NOT capital = true OR tags EXISTS
  /// ```
  ///
  /// A condition is an attribute with `=`, `!=`, `<`, `<=`, `>`, `>=`, `IN [a, b]` or `EXISTS`.
  /// `AND` binds more tightly than `OR`; `NOT` and brackets group. Operators are written in capital
  /// letters. Names and values need double quotes if they contain an operator, a bracket, a comma or
  /// a quotation mark, which a backslash then precedes. Without quotes, `2010` is a number and `true`
  /// a Boolean. `ALL` is met by every item, `NONE` by no item.
  ///
  /// - Throws: ``ShortlistError/Code/invalidFilter`` with a sentence that says where it went wrong.
  /// - Complexity: O(*n*) for a text of *n* characters.
  public init(_ text: String) throws(ShortlistError) {
    var parser = AttributeFilterParser(text)
    self = try parser.filter()
  }
}

/// Reads the text of a filter, one lexeme ahead.
private struct AttributeFilterParser {
  private enum Lexeme: Equatable {
    /// A name or a value without quotes: words with single spaces between them.
    case words(String)
    case quoted(String)
    case symbol(String)
    /// A reserved word in capital letters.
    case keyword(String)
    case end
  }

  private static let keywords: Set = ["AND", "OR", "NOT", "IN", "EXISTS", "ALL", "NONE"]
  private static let symbols = ["!=", "<=", ">=", "=", "<", ">", "(", ")", "[", "]", ","]
  /// The deepest nesting of brackets and `NOT`.
  private static let deepest = 32
  /// The longest text, in characters (Unicode scalars).
  private static let longest = 10_000

  private let scalars: String.UnicodeScalarView
  private var index: String.UnicodeScalarView.Index
  private var next = Lexeme.end
  private var depth = 0

  init(_ text: String) {
    scalars = text.unicodeScalars
    index = scalars.startIndex
  }

  mutating func filter() throws(ShortlistError) -> AttributeFilter {
    guard scalars.count <= Self.longest else {
      throw Self.error("it is longer than \(Self.longest) characters")
    }
    try advance()
    let filter = try alternatives()
    guard next == .end else { throw unexpected("the end") }
    return filter
  }

  private mutating func alternatives() throws(ShortlistError) -> AttributeFilter {
    let first = try conjunction()
    guard next == .keyword("OR") else { return first }
    var filters = [first]
    while next == .keyword("OR") {
      try advance()
      let filter = try conjunction()
      filters.append(filter)
    }
    return .any(filters)
  }

  private mutating func conjunction() throws(ShortlistError) -> AttributeFilter {
    let first = try operand()
    guard next == .keyword("AND") else { return first }
    var filters = [first]
    while next == .keyword("AND") {
      try advance()
      let filter = try operand()
      filters.append(filter)
    }
    return .all(filters)
  }

  private mutating func operand() throws(ShortlistError) -> AttributeFilter {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw Self.error("it is nested too deeply") }
    switch next {
    case .keyword("NOT"):
      try advance()
      return .not(try operand())
    case .keyword("ALL"):
      try advance()
      return .all([])
    case .keyword("NONE"):
      try advance()
      return .any([])
    case .symbol("("):
      try advance()
      let filter = try alternatives()
      try expect(")")
      return filter
    default: return try condition()
    }
  }

  private mutating func condition() throws(ShortlistError) -> AttributeFilter {
    let name: String
    switch next {
    case .words(let text), .quoted(let text): name = text
    default: throw unexpected("an attribute")
    }
    try advance()
    switch next {
    case .symbol("="):
      try advance()
      return .equals(name, try value())
    case .symbol("!="):
      try advance()
      return .not(.equals(name, try value()))
    case .keyword("NOT"):
      try advance()
      if next == .keyword("EXISTS") {
        try advance()
        return .not(.exists(name))
      }
      return .not(.equals(name, .list(try list())))
    case .keyword("IN"): return .equals(name, .list(try list()))
    case .keyword("EXISTS"):
      try advance()
      return .exists(name)
    case .symbol(let symbol):
      guard let comparison = AttributeFilter.Comparison(rawValue: symbol) else { break }
      try advance()
      return .compares(name, comparison, try value())
    default: break
    }
    throw unexpected("=, !=, <, <=, >, >=, IN or EXISTS after “\(name)”")
  }

  private mutating func list() throws(ShortlistError) -> [AttributeValue] {
    guard next == .keyword("IN") else { throw unexpected("IN") }
    try advance()
    try expect("[")
    var values: [AttributeValue] = []
    while next != .symbol("]") {
      let value = try value()
      values.append(value)
      guard next == .symbol(",") else { break }
      try advance()
    }
    try expect("]")
    return values
  }

  private mutating func value() throws(ShortlistError) -> AttributeValue {
    let text: String
    switch next {
    case .quoted(let quoted):
      try advance()
      return .text(quoted)
    case .words(let words): text = words
    case .keyword(let word): text = word
    default: throw unexpected("a value")
    }
    try advance()
    // Very large and small numbers are spelled with an exponent.
    let spelled = Double(text).flatMap { AttributeValue.number($0).description == text ? $0 : nil }
    if let number = AttributeValue.number(in: text) ?? spelled, number.isFinite {
      return .number(number)
    }
    return text == "true" || text == "false" ? .boolean(text == "true") : .text(text)
  }

  private mutating func expect(_ symbol: String) throws(ShortlistError) {
    guard next == .symbol(symbol) else { throw unexpected("“\(symbol)”") }
    try advance()
  }

  // MARK: Lexemes

  private mutating func advance() throws(ShortlistError) {
    next = try lexeme()
  }

  private mutating func lexeme() throws(ShortlistError) -> Lexeme {
    skipSpace()
    guard index < scalars.endIndex else { return .end }
    if scalars[index] == "\"" { return .quoted(try quoted()) }
    if let symbol = symbol() {
      index = scalars.index(index, offsetBy: symbol.unicodeScalars.count)
      return .symbol(symbol)
    }
    let first = word()
    guard !Self.keywords.contains(first) else { return .keyword(first) }
    var words = first
    // Following words belong to the same name or value.
    while true {
      let end = index
      skipSpace()
      guard index < scalars.endIndex, scalars[index] != "\"", symbol() == nil else { break }
      let word = word()
      guard !Self.keywords.contains(word) else {
        index = end
        break
      }
      words += " " + word
    }
    return .words(words)
  }

  private mutating func skipSpace() {
    while index < scalars.endIndex, QueryChunk.isSpace(scalars[index]) {
      index = scalars.index(after: index)
    }
  }

  private func symbol() -> String? {
    Self.symbols.first { scalars[index...].starts(with: $0.unicodeScalars) }
  }

  private mutating func word() -> String {
    let start = index
    while index < scalars.endIndex, scalars[index] != "\"", !QueryChunk.isSpace(scalars[index]),
      symbol() == nil
    {
      index = scalars.index(after: index)
    }
    return String(scalars[start..<index])
  }

  private mutating func quoted() throws(ShortlistError) -> String {
    var text = String.UnicodeScalarView()
    index = scalars.index(after: index)
    while index < scalars.endIndex, scalars[index] != "\"" {
      if scalars[index] == "\\" {
        index = scalars.index(after: index)
        guard index < scalars.endIndex else { break }
      }
      text.append(scalars[index])
      index = scalars.index(after: index)
    }
    guard index < scalars.endIndex else { throw Self.error("a quotation mark is not closed") }
    index = scalars.index(after: index)
    return String(text)
  }

  // MARK: Errors

  private func unexpected(_ expected: String) -> ShortlistError {
    switch next {
    case .words(let text), .quoted(let text), .symbol(let text), .keyword(let text):
      Self.error("it has “\(text)” instead of \(expected)")
    case .end: Self.error("it ends where it needs \(expected)")
    }
  }

  private static func error(_ reason: String) -> ShortlistError {
    ShortlistError(.invalidFilter, "The filter cannot be read: \(reason).")
  }
}

extension AttributeValue {
  /// Returns the number that a text spells in the usual way: `2010` and `-0.5`, but neither `007`,
  /// which would lose its zeros, nor `1e5`, `+3` or `nan`.
  public static func number(in text: String) -> Double? {
    var digits = Substring(text)
    if digits.first == "-" { digits.removeFirst() }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard isPlain, parts[0] == "0" || !parts[0].hasPrefix("0"), text.utf8.count <= 24 else {
      return nil
    }
    return Double(text)
  }
}
