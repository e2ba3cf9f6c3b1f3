/// A query as clauses: an item must match all of `clauses` and none of `exclusions`.
struct ParsedQuery {
  private(set) var clauses: [QueryClause] = []
  private(set) var exclusions: [QueryClause] = []
  private(set) var notes: [SearchResults.Note] = []
  /// Whether the query is a single word of which at most three letters were typed. That is too
  /// little to tell which prose was meant.
  private(set) var isBarelyBegun = false

  /// Whether only one letter of the last word was typed. That says next to nothing about prose
  /// either, and ranking by it would read nearly every item.
  private(set) var endsInLetter = false

  /// The maximum number of clauses used.
  static let maximumClauses = 64

  init(_ text: String, operators: Bool = true) throws(ShortlistError) {
    var (chunks, endsInSpace, isCut) = QueryChunk.chunks(of: text, operators: operators)
    var parsed = try chunks.map { (chunk) throws(ShortlistError) in try ParsedChunk(chunk) }
    // Operators with nothing to search for after them yet are ignored.
    while let last = parsed.last, last.isUnfinished, parsed.dropLast().contains(where: \.hasWords) {
      endsInSpace = !chunks[parsed.count - 1].isAttached
      parsed.removeLast()
      chunks.removeLast()
    }
    // Excluding the only word would leave nothing to find.
    if chunks.count == 1, parsed[0].isExcluded {
      parsed[0] = try ParsedChunk(chunks[0], isAlone: true)
    }
    let hasOperands = parsed.contains { $0.isOperand && !$0.isOr }
    /// The number of alternatives of the last clause that follow its last OR.
    var typedLast = 0
    var followsOperand = false
    var joinsNext = false
    for chunk in parsed {
      // OR is ignored unless it stands between two operands; alone, it is a word.
      if chunk.isOr, hasOperands {
        joinsNext = joinsNext || followsOperand
        continue
      }
      if chunk.isExcluded {
        exclusions += chunk.clauses
      } else if let first = chunk.clauses.first {
        typedLast = (chunk.clauses.last ?? first).alternatives.count
        if joinsNext {
          clauses[clauses.count - 1].join(first)
          clauses += chunk.clauses.dropFirst()
        } else {
          clauses += chunk.clauses
        }
      }
      followsOperand = chunk.isOperand
      joinsNext = false
    }
    if let last = parsed.last, last.isOperand, !last.isClosedPhrase, !endsInSpace {
      clauses[clauses.count - 1].makePrefix(last: typedLast)
    }
    note(parsed, isCut: isCut)
    isBarelyBegun =
      clauses.count == 1
      && clauses[0].alternatives.allSatisfy { alternative in
        alternative.isPrefix && alternative.words.count == 1
          && alternative.words.allSatisfy(IndexTable.listsPrefix)
      }
    endsInLetter =
      clauses.last?.alternatives.allSatisfy { alternative in
        alternative.isPrefix && alternative.words.last?.unicodeScalars.count == 1
      } ?? false
  }

  private mutating func note(_ parsed: [ParsedChunk], isCut: Bool) {
    if parsed.contains(where: \.isCut) { notes.append(.wordCut) }
    let most = Self.maximumClauses
    let longest = clauses.map { $0.alternatives.count }.max() ?? 0
    guard isCut || max(clauses.count, exclusions.count, longest) > most else { return }
    clauses = clauses.prefix(most).map { $0.limited(to: most) }
    exclusions = Array(exclusions.prefix(most))
    notes.append(.wordsCut(kept: most))
  }

  /// Returns the query with other clauses.
  func spelled(_ clauses: [QueryClause]) -> ParsedQuery {
    var spelled = self
    spelled.clauses = clauses
    return spelled
  }
  /// Replaces the clauses.
  mutating func limit(to clauses: [QueryClause]) { self.clauses = clauses }

  /// Whether the query has a quoted phrase.
  var hasPhrase: Bool { clauses.contains(where: \.isQuoted) }

  /// Whether a word is limited to one field.
  var hasField: Bool {
    clauses.contains { $0.alternatives.contains { $0.field != nil } }
  }
}

/// A chunk and the clauses in it: one for each word, or one for a phrase.
private struct ParsedChunk {
  var clauses: [QueryClause] = []
  var isExcluded: Bool
  let isOr: Bool
  let isClosedPhrase: Bool
  let isCut: Bool
  /// Whether it has nothing to search for yet.
  let isUnfinished: Bool

  var hasWords: Bool { !clauses.isEmpty }

  /// Whether it can be an operand of OR.
  var isOperand: Bool { !isExcluded && hasWords }

  init(_ chunk: QueryChunk, isAlone: Bool = false) throws(ShortlistError) {
    isOr = chunk.isOr && !chunk.isPhrase
    isClosedPhrase = chunk.isPhrase && chunk.isClosed
    isExcluded = chunk.isExcluded && !isAlone
    var (text, isCut) = Self.cut(chunk.text)
    self.isCut = isCut
    var field = chunk.field
    var tokens = try Tokens(text)
    isUnfinished = isOr || tokens.isEmpty
    if tokens.isEmpty, field != nil, !chunk.isPhrase {
      // An operator with nothing after it is plain text.
      field = nil
      isExcluded = false
      (text, isCut) = Self.cut(chunk.raw)
      tokens = try Tokens(text)
    }
    guard !tokens.isEmpty else { return }
    if chunk.isPhrase {
      var phrase = tokens.phrase(field: field)
      phrase.isExact = true
      clauses = [QueryClause(alternatives: [phrase], isQuoted: true)]
      return
    }
    for group in tokens.groups {
      clauses.append(QueryClause(alternatives: tokens.alternatives(of: group, field: field)))
    }
  }

  private static func cut(_ text: String) -> (String, Bool) {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: QueryChunk.maximumLength, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return (text, false) }
    return (String(scalars[..<end]), true)
  }
}

extension Tokens {
  /// The groups of tokens that were typed as one word, in order.
  var groups: Range<Int> {
    0..<((indices.last.map { self[$0].group } ?? -1) + 1)
  }

  /// Returns all words as one phrase, or only those of one group, with the symbols beside them.
  func phrase(of group: Int? = nil, field: Field?) -> QueryClause.Alternative {
    var phrase = QueryClause.Alternative(tokens: [], field: field)
    for index in indices where group == nil || self[index].group == group {
      let token = self[index]
      switch token.kind {
      case .word, .single, .tail:
        phrase.tokens.append(.init(text: text(of: token), kind: token.kind))
        if token.kind != .tail { phrase.isPrefix = token.kind == .single }
      case .symbol:
        let word = phrase.tokens.removeLast()
        phrase.tokens.append(.init(text: text(of: token), plain: word.text))
      case .beside, .joined: continue
      }
    }
    return phrase
  }

  /// Returns the parts of a group as a phrase; for a hyphenated word without symbols, also its
  /// joined form.
  func alternatives(of group: Int, field: Field?) -> [QueryClause.Alternative] {
    var alternatives = [phrase(of: group, field: field)]
    guard alternatives[0].withoutSymbols == nil else { return alternatives }
    for index in indices where self[index].group == group && self[index].kind == .joined {
      let joined = QueryClause.Alternative.Word(text: text(of: self[index]))
      alternatives.append(
        QueryClause.Alternative(tokens: [joined], field: field, isJoined: true))
    }
    return alternatives
  }
}

extension QueryClause {
  /// The maximum number of readings of a query, one for each choice of alternatives, tried as a
  /// title.
  static let maximumChoices = 8

  /// Returns the readings of the clauses as one title, each with one alternative of every clause.
  /// `nil` when a clause is limited to a field other than the title.
  static func titleChoices(_ clauses: [QueryClause]) -> [[Alternative]]? {
    var choices: [[Alternative]] = [[]]
    for clause in clauses {
      guard clause.alternatives.allSatisfy({ $0.field == nil || $0.field == .title }) else {
        return nil
      }
      choices = Array(
        choices.flatMap { choice in clause.alternatives.map { choice + [$0] } }
          .prefix(maximumChoices))
    }
    return choices
  }

  /// Returns the words that a title must begin with, or consist of, for one such reading.
  static func titleWords(_ choice: [Alternative], isWhole: Bool) -> [String] {
    guard let last = choice.last else { return [] }
    return choice.dropLast().flatMap { $0.tokens.map(\.text) }
      + (isWhole ? last.tokens.map(\.text) : last.words)
  }
}
