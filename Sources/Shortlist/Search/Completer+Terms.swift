extension Completer {
  /// The number of items read to find a word as written.
  private static var maximumItems: Int { 4 }

  /// The longest run without spaces that passes for a word, in characters.
  private static var longestRun: Int { 32 }

  /// The word being typed.
  private struct LastWord {
    /// The text before it.
    let before: String
    let folded: String
    /// Whether it is a character of a script without spaces.
    let isSingle: Bool
  }

  /// Returns the text with its last word completed to a term, the most frequent first. If other
  /// words come before it, the term must follow them in some item.
  func terms(
    _ known: Set<String>, atMost most: Int
  ) throws(ShortlistError) -> [Completion] {
    guard let last = try lastWord() else { return [] }
    var known = known
    var completions: [Completion] = []
    for (term, items) in try source.frequentTerms(from: last.folded, count: 2 * limit + known.count)
    {
      guard completions.count < most else { break }
      guard !known.contains(try Tokens.key(of: last.before + term)),
        let word = try written(term, last)
      else { continue }
      let text = last.before + word.text
      guard known.insert(try Tokens.key(of: text)).inserted else { continue }
      let end = text.utf8.index(
        text.startIndex, offsetBy: last.before.utf8.count + word.typedLength)
      completions.append(
        Completion(text: text, typed: text.startIndex..<end, kind: .term, weight: Double(items)))
    }
    return completions
  }

  /// Returns the last word; `nil` unless it is half typed.
  private func lastWord() throws(ShortlistError) -> LastWord? {
    guard parsed.clauses.last?.alternatives.last?.isPrefix == true,
      text.unicodeScalars.last.map(QueryChunk.isSpace) == false
    else { return nil }
    let tokens = try Tokens(text)
    let index = tokens.indices.last {
      [.word, .single, .symbol].contains(tokens[$0].kind)
    }
    guard let index else { return nil }
    let before = text.utf8.prefix(tokens[index].range.lowerBound)
    return LastWord(
      before: String(decoding: before, as: UTF8.self), folded: tokens.text(of: tokens[index]),
      isSingle: tokens[index].kind == .single)
  }

  // MARK: Words as written

  /// A word as an item writes it.
  private struct WrittenWord {
    let text: String
    /// The length of its typed part, in bytes.
    let typedLength: Int
  }

  /// Returns a term as the best-ranked items with the whole text write it. `nil` if none in scope
  /// has it, or only as a part of the index that nobody would type: a hyphenated word run together,
  /// or two characters from the middle of a run without spaces.
  private func written(
    _ term: String, _ last: LastWord
  ) throws(ShortlistError) -> WrittenWord? {
    guard let clauses = try clauses(completedBy: term, last) else { return nil }
    let wanted = clauses[clauses.count - 1].alternatives
    for inTitles in [true, false] {
      let items = try source.items(
        matching: clauses, inTitles: inTitles, count: Self.maximumItems)
      for item in items {
        for field in Field.byImportance {
          for text in item[field] {
            for phrase in wanted where phrase.field == nil || phrase.field == field {
              if let word = try written(phrase.words, in: text, last) { return word }
            }
          }
        }
      }
    }
    return nil
  }

  /// Returns the query for items with a term in place of the last word, right after the word before
  /// it.
  private func clauses(
    completedBy term: String, _ last: LastWord
  ) throws(ShortlistError) -> [QueryClause]? {
    var clauses = try ParsedQuery(last.before + term + " ").clauses
    guard let completed = clauses.popLast() else { return nil }
    let phrases = completed.alternatives.filter { $0.words.last == term }
    guard let phrase = phrases.first else { return nil }
    guard phrases.count == 1, phrase.field == nil, clauses.last?.alternatives.count == 1,
      let before = clauses.last?.alternatives.first, before.field == nil
    else { return clauses + [QueryClause(alternatives: phrases)] }
    clauses.removeLast()
    let both = QueryClause.Alternative(tokens: before.tokens + phrase.tokens)
    return clauses + [QueryClause(alternatives: [both])]
  }

  /// Returns the last word of a phrase where it first occurs in a text.
  private func written(
    _ phrase: [String], in text: String, _ last: LastWord
  ) throws(ShortlistError) -> WrittenWord? {
    let tokens = try Tokens(text)
    guard let term = phrase.last?.utf8,
      tokens.indices.contains(where: { tokens.bytes(of: tokens[$0]).elementsEqual(term) }),
      let word = try ItemText(text, field: .title).words(matching: phrase, isPrefix: false)?.last,
      let index = tokens.indices.first(where: { word.isToken(tokens[$0]) })
    else { return nil }
    let token = tokens[index]
    var range = token.range
    if token.kind == .joined {
      // A shorter text is completed by the first part.
      let part = tokens.indices.first { index in
        tokens[index].kind == .word && tokens[index].position == token.position
      }
      guard let part, tokens[part].length < last.folded.utf8.count else { return nil }
    } else if last.isSingle {
      let run = tokens.indices.filter { tokens[$0].group == token.group }
      guard let first = run.first, first == index, let end = run.last else { return nil }
      guard run.count <= Self.longestRun else { return nil }
      range = range.lowerBound..<tokens[end].range.upperBound
    }
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    let typed = tokens.source(of: 0..<last.folded.utf8.count, in: token)
    return WrittenWord(
      text: String(text[start..<text.utf8.index(start, offsetBy: range.count)]),
      typedLength: typed.upperBound - range.lowerBound)
  }
}
