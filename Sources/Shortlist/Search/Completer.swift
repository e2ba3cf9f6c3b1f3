/// The items and terms that completions are made of.
protocol CompletionSource {
  /// Returns the titles and weights of the best `count` items whose titles begin with the clauses, or
  /// of all of them if there are fewer.
  func titles(
    beginningWith clauses: [QueryClause], count: Int
  ) throws(ShortlistError) -> [(title: String, weight: Double)]

  /// Returns the best `count` items that match all clauses, in titles and keywords or in any field.
  func items(
    matching clauses: [QueryClause], inTitles: Bool, count: Int
  ) throws(ShortlistError) -> [Item]

  /// Returns the longer terms with a prefix that occur in the most items, and equally frequent ones in
  /// byte order.
  func frequentTerms(
    from prefix: String, count: Int
  ) throws(ShortlistError) -> [(term: String, items: Int64)]
}

/// Suggests completions of a text.
struct Completer<Source: CompletionSource> {
  let text: String
  let parsed: ParsedQuery
  let limit: Int
  let source: Source

  init(_ text: String, limit: Int, _ source: Source) throws(ShortlistError) {
    self.text = text
    self.limit = limit
    self.source = source
    parsed = try ParsedQuery(text)
  }

  /// Returns titles and terms alternately, the heaviest of each kind first. No two are equal when
  /// folded, and none merely repeats the typed text.
  func completions() throws(ShortlistError) -> [Completion] {
    guard !parsed.clauses.isEmpty else { return [] }
    var known: Set<String> = [try Tokens.key(of: text)]
    let titles = try self.titles(known)
    for title in titles { known.insert(try Tokens.key(of: title.text)) }
    // As the two kinds alternate, no more terms than these are shown.
    let terms = try self.terms(known, atMost: max(limit / 2, limit - titles.count))
    var completions: [Completion] = []
    for index in 0..<max(titles.count, terms.count) {
      if index < titles.count { completions.append(titles[index]) }
      if index < terms.count { completions.append(terms[index]) }
    }
    return Array(completions.prefix(limit))
  }

  // MARK: Titles

  /// Returns titles that begin with the text, without duplicates, in order of rank.
  private func titles(_ typed: Set<String>) throws(ShortlistError) -> [Completion] {
    guard let choices = QueryClause.titleChoices(parsed.clauses) else { return [] }
    // Many items may share a title, so each retry reads more of them.
    for count in [2 * limit, 8 * limit, 32 * limit] {
      let found = try source.titles(beginningWith: parsed.clauses, count: count)
      var known = typed
      var titles: [Completion] = []
      for (title, weight) in found where titles.count < limit {
        guard known.insert(try Tokens.key(of: title)).inserted else { continue }
        let typed = try Self.typed(in: title, choices)
        titles.append(Completion(text: title, typed: typed, kind: .title, weight: weight))
      }
      if titles.count == limit || found.count < count || count == 32 * limit { return titles }
    }
    return []
  }

  /// Returns the range from the start of a title to the end of its typed part.
  private static func typed(
    in title: String, _ choices: [[QueryClause.Alternative]]
  ) throws(ShortlistError) -> Range<String.Index> {
    let text = try ItemText(title, field: .title)
    let tokens = try Tokens(title)
    for choice in choices {
      let words = QueryClause.titleWords(choice, isWhole: false)
      guard let typed = words.last,
        let found = text.words(
          beginningWith: words, isPrefix: choice.last?.isPrefix == true, isWhole: false)?.last,
        let index = tokens.indices.first(where: { found.isToken(tokens[$0]) })
      else { continue }
      let end = tokens.source(of: 0..<typed.utf8.count, in: tokens[index]).upperBound
      return title.startIndex..<title.utf8.index(title.startIndex, offsetBy: end)
    }
    return title.startIndex..<title.startIndex
  }
}
