import Shortlist

/// Parses a query from left to right.
struct ModelQueryParser {
  enum Element {
    /// The clauses of one chunk: at least one.
    case clauses([ModelClause])
    /// A bare "OR".
    case or
  }

  private let scalars: [Unicode.Scalar]
  private let tokenizer: ModelTokenizer
  private var index = 0

  init(_ text: String, _ tokenizer: ModelTokenizer) {
    scalars = Array(text.unicodeScalars)
    self.tokenizer = tokenizer
  }

  /// Returns the text without operators at its end that have no operand yet, unless nothing else
  /// would remain.
  static func withoutUnfinishedOperators(_ text: String, _ tokenizer: ModelTokenizer) -> String {
    let scalars = Array(text.unicodeScalars)
    var words = scalars
    while let last = words.last, isSpace(last) { words.removeLast() }
    let quotes = words.indices.filter { words[$0] == "\"" }
    var start = words.lastIndex(where: isSpace).map { $0 + 1 } ?? 0
    if !quotes.count.isMultiple(of: 2), let quote = quotes.last {
      // An operator before the quote is dropped with it.
      start = words[..<quote].lastIndex(where: isSpace).map { $0 + 1 } ?? 0
      if !operators.contains(string(words[start..<quote])) { start = quote }
    }
    let typed = string(words[start...])
    let rest = string(scalars[..<start])
    let isOperator =
      typed == "OR"
      || (operators + ["\""] + operators.map { $0 + "\"" }).contains { name in
        // Compares scalars, because a mark would join the colon.
        !name.isEmpty && typed.unicodeScalars.starts(with: name.unicodeScalars)
          && tokenizer.tokens(of: String(typed.unicodeScalars.dropFirst(name.unicodeScalars.count)))
            .isEmpty
      }
    guard isOperator, !tokenizer.tokens(of: rest).isEmpty else { return text }
    return withoutUnfinishedOperators(rest, tokenizer)
  }

  /// The operators that may precede a word or a quote.
  private static let operators: [String] = {
    let fields = Field.allCases.map { "\($0.rawValue):" }
    return ["", "-"] + fields + fields.map { "-" + $0 }
  }()

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Whether the text does not end in white space.
  var endsInText: Bool { scalars.last.map { !Self.isSpace($0) } ?? false }

  mutating func elements() -> [Element] {
    var elements: [Element] = []
    var count = 0
    while index < scalars.count {
      if Self.isSpace(scalars[index]) {
        index += 1
      } else if chunk(from: index) == "OR" {
        elements.append(.or)
        count += 1
        index += 2
      } else {
        var clauses = clauses(allowing: [.exclusion, .field])
        // Nothing would remain to search for. Symbols without a word count as nothing.
        let isAlone = count == 0 && tokenizer.tokens(of: string(index..<scalars.count)).isEmpty
        if isAlone {
          for index in clauses.indices { clauses[index].isExcluded = false }
        }
        count += 1
        if !clauses.isEmpty { elements.append(.clauses(clauses)) }
      }
    }
    return elements
  }

  /// Parses a text without operators.
  mutating func plainElements() -> [Element] {
    var elements: [Element] = []
    while index < scalars.count {
      guard !Self.isSpace(scalars[index]) else {
        index += 1
        continue
      }
      let clauses = words(takeChunk())
      if !clauses.isEmpty { elements.append(.clauses(clauses)) }
    }
    return elements
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }

  /// Returns the characters up to the next white space.
  private func chunk(from start: Int) -> String {
    string(start..<(scalars[start...].firstIndex(where: Self.isSpace) ?? scalars.count))
  }

  private struct Operators: OptionSet {
    let rawValue: Int
    static let exclusion = Operators(rawValue: 1)
    static let field = Operators(rawValue: 2)
  }

  /// Parses the clauses at the current position, with their operators.
  private mutating func clauses(allowing operators: Operators) -> [ModelClause] {
    if operators.contains(.exclusion), scalars[index] == "-",
      let clauses = operand(after: 1, allowing: .field, change: { $0.isExcluded = true })
    {
      return clauses
    }
    if operators.contains(.field), let field = field(at: index),
      let clauses = operand(
        after: field.rawValue.count + 1, allowing: [],
        change: { clause in
          for index in clause.alternatives.indices { clause.alternatives[index].field = field }
        })
    {
      return clauses
    }
    return scalars[index] == "\"" ? phrase() : words(takeChunk())
  }

  /// Parses the operand of an operator; returns `nil` and consumes nothing if there is none.
  ///
  /// Before a phrase without tokens, which is dropped, the operator is text.
  private mutating func operand(
    after length: Int, allowing operators: Operators, change: (inout ModelClause) -> Void
  ) -> [ModelClause]? {
    let start = index
    index += length
    if index < scalars.count, !Self.isSpace(scalars[index]) {
      let isQuoted = scalars[index] == "\""
      var clauses = clauses(allowing: operators)
      for index in clauses.indices { change(&clauses[index]) }
      if !clauses.isEmpty { return clauses }
      if isQuoted { return words(string(start..<(start + length))) }
    }
    index = start
    return nil
  }

  private func field(at index: Int) -> Field? {
    Field.allCases.first { scalars[index...].starts(with: "\($0.rawValue):".unicodeScalars) }
  }

  private func string(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  private mutating func takeChunk() -> String {
    let chunk = chunk(from: index)
    index += chunk.unicodeScalars.count
    return chunk
  }

  /// Returns one clause for each word of a chunk.
  private func words(_ chunk: String) -> [ModelClause] {
    Self.words(tokenizer.tokens(of: String(chunk.unicodeScalars.prefix(1_000))))
  }

  /// Returns one clause for each word among the tokens.
  static func words(_ tokens: [ModelToken]) -> [ModelClause] {
    Dictionary(grouping: tokens, by: \.group).sorted { $0.key < $1.key }.map { _, group in
      var alternatives = [ModelAlternative(tokens: inOrder(group))]
      guard !group.contains(where: { $0.kind == .symbol }) else {
        return ModelClause(alternatives: alternatives)
      }
      alternatives += group.filter { $0.kind == .joined }.map {
        ModelAlternative(tokens: [ModelQueryToken(text: $0.text, kind: .joined)])
      }
      return ModelClause(alternatives: alternatives)
    }
  }

  /// Returns one clause for the quoted text, if it has tokens.
  private mutating func phrase() -> [ModelClause] {
    let inside = scalars[(index + 1)...].prefix { $0 != "\"" }
    let isClosed = inside.endIndex < scalars.count
    index = isClosed ? inside.endIndex + 1 : scalars.count
    let tokens = Self.inOrder(tokenizer.tokens(of: string(inside.indices)))
    guard !tokens.isEmpty else { return [] }
    return [
      ModelClause(
        alternatives: [ModelAlternative(tokens: tokens)], isQuoted: true, isClosed: isClosed)
    ]
  }

  static func inOrder(_ tokens: [ModelToken]) -> [ModelQueryToken] {
    tokens.filter { $0.kind == .word || $0.kind == .single || $0.kind == .tail }
      .sorted { $0.position < $1.position }
      .map { token in
        let symbol = tokens.first { $0.kind == .symbol && $0.position == token.position }
        return ModelQueryToken(
          text: symbol?.text ?? token.text, kind: token.kind,
          plain: symbol.map { _ in token.text })
      }
  }
}
