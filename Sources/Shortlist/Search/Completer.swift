/// Suggests completions of a text.
struct Completer {
  private let text: String
  private let parsed: ParsedQuery
  private let limit: Int
  private let scope: SearchScope
  private let isScoped: Bool
  private let table: SectionTable
  private let connection: Connection

  /// The maximum number of terms compared for one prefix. Later ones in alphabetical order are
  /// ignored, so one letter costs no more in a dictionary of millions.
  private static let maximumTerms: Int64 = 32_768

  init(
    _ text: String, limit: Int, in sections: [ItemSection.ID]?, table: SectionTable,
    transaction: ReadTransaction
  ) throws(ShortlistError) {
    self.text = text
    self.limit = limit
    self.table = table
    connection = transaction.connection
    parsed = try ParsedQuery(text)
    scope = try SearchScope(sections, on: connection)
    isScoped = sections != nil
  }

  /// Returns titles and terms alternately, the heaviest of each kind first. No two are equal when
  /// folded, and none merely repeats the typed text.
  func completions() throws(ShortlistError) -> [Completion] {
    guard !parsed.clauses.isEmpty, !scope.isEmpty else { return [] }
    var known: Set<String> = [try Tokens.key(of: text)]
    let titles = try self.titles(known)
    for title in titles { known.insert(try Tokens.key(of: title.text)) }
    let terms = try self.terms(known)
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
    guard let expression = IndexQuery.title(parsed.clauses, isWhole: false),
      let choices = QueryClause.titleChoices(parsed.clauses)
    else { return [] }
    // Many items may share a title, so each retry reads more of them.
    for count in [2 * limit, 8 * limit, 32 * limit] {
      let candidates = try best(count, of: expression)
      var known = typed
      var titles: [Completion] = []
      for candidate in candidates where titles.count < limit {
        let (title, weight) = try title(of: candidate.docid)
        guard known.insert(try Tokens.key(of: title)).inserted else { continue }
        let typed = try Self.typed(in: title, choices)
        titles.append(Completion(text: title, typed: typed, kind: .title, weight: weight))
      }
      if titles.count == limit || candidates.count < count || count == 32 * limit { return titles }
    }
    return []
  }

  /// Returns the best `count` matches across all sections, or all of them if there are fewer.
  private func best(
    _ count: Int, of expression: IndexQuery
  ) throws(ShortlistError) -> [Candidate] {
    let iterator = try iterator(expression, in: "item_titles")
    var topRanks = TopRanks(limit: count)
    var best: [Candidate] = []
    var next = scope.first(from: 0)
    while let start = next {
      try iterator.seek(to: start)
      let head = iterator.head
      guard head != DocidIterator.end else { break }
      next = scope.first(from: head)
      guard next == head else { continue }
      let number = DocID(head).section
      let end = DocID.range(ofSection: number).upperBound
      next = scope.first(from: DocID.behind(end))
      guard let order = table.order[number] else { continue }
      try collect(count, of: table.rows[order], from: iterator, &topRanks, &best)
    }
    return best.sorted(by: Candidate.ranksBefore).prefix(count).map { $0 }
  }

  private func collect(
    _ count: Int, of row: SectionRow, from iterator: DocidIterator, _ topRanks: inout TopRanks,
    _ best: inout [Candidate]
  ) throws(ShortlistError) {
    let end = DocID.range(ofSection: row.number).upperBound
    var taken = 0
    while iterator.head <= end,
      topRanks.wants(iterator.head, level: .prefix, distinctiveness: DistinctiveTerms.none)
    {
      let docid = iterator.head
      let isTie = best.last.map { DocID($0.docid).rankClass == DocID(docid).rankClass } ?? false
      guard taken < count || row.isShuffled && isTie else { break }
      let tie = row.isShuffled ? try position(of: docid) : docid
      best.append(
        Candidate(docid: docid, level: .prefix, sectionPosition: row.position, tie: tie))
      topRanks.insert(docid, level: .prefix, distinctiveness: DistinctiveTerms.none)
      taken += 1
      try iterator.advance()
    }
  }

  private func iterator(
    _ expression: IndexQuery, in table: String
  ) throws(ShortlistError) -> DocidIterator {
    try DocidIterator(expression, in: table, slot: 7, upperBound: scope.upperBound, on: connection)
  }

  private func position(of docid: Int64) throws(ShortlistError) -> Int64 {
    let statement = try connection.statement("SELECT position FROM item WHERE docid = ?1")
    defer { statement.reset() }
    statement.bind(docid, at: 1)
    return try statement.step() ? statement.int64(0) : 0
  }

  private func title(of docid: Int64) throws(ShortlistError) -> (String, Double) {
    let statement = try connection.statement("SELECT title, weight FROM item WHERE docid = ?1")
    defer { statement.reset() }
    statement.bind(docid, at: 1)
    guard try statement.step() else {
      throw ShortlistError(
        .damaged, "The index is damaged: it holds an item that is not in the list.")
    }
    return (statement.text(0), statement.double(1))
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
        let index = tokens.indices.first(where: {
          tokens[$0].range == found.range && tokens[$0].kind == found.kind
            && tokens[$0].position == found.position
        })
      else { continue }
      let end = tokens.source(of: 0..<typed.utf8.count, in: tokens[index]).upperBound
      return title.startIndex..<title.utf8.index(title.startIndex, offsetBy: end)
    }
    return title.startIndex..<title.startIndex
  }

  // MARK: Terms

  /// Returns the text with its last word completed to a term, the most frequent first. If other
  /// words come before it, the term must follow them in some item.
  private func terms(_ known: Set<String>) throws(ShortlistError) -> [Completion] {
    guard let last = try lastWord() else { return [] }
    var known = known
    var completions: [Completion] = []
    for (term, items) in try frequentTerms(from: last.folded, count: 2 * limit + known.count) {
      let whole = last.before + term
      guard known.insert(try Tokens.key(of: whole)).inserted else { continue }
      if needsCheck, try !isFound(whole) { continue }
      let end = whole.utf8.index(
        whole.startIndex, offsetBy: last.before.utf8.count + last.folded.utf8.count)
      completions.append(
        Completion(text: whole, typed: whole.startIndex..<end, kind: .term, weight: Double(items)))
      if completions.count == limit { break }
    }
    return completions
  }

  /// Returns the last word, folded, and the text before it; `nil` unless the word is half typed.
  private func lastWord() throws(ShortlistError) -> (before: String, folded: String)? {
    guard parsed.clauses.last?.alternatives.last?.isPrefix == true,
      text.unicodeScalars.last.map(QueryChunk.isSpace) == false
    else { return nil }
    let tokens = try Tokens(text)
    let index = tokens.indices.last { tokens[$0].kind == .word || tokens[$0].kind == .single }
    guard let index else { return nil }
    let before = text.utf8.prefix(tokens[index].range.lowerBound)
    return (String(decoding: before, as: UTF8.self), tokens.text(of: tokens[index]))
  }

  /// Returns the terms with a prefix that occur in the most items.
  ///
  /// Sorting all terms of one letter takes five times as long as reading them. The first queries
  /// therefore skip rare terms; a prefix without frequent terms has few terms anyway.
  private func frequentTerms(
    from prefix: String, count: Int
  ) throws(ShortlistError) -> [(term: String, items: Int64)] {
    let statement = try connection.statement(
      """
      SELECT term, items FROM (SELECT term, items FROM term WHERE term > ?1 AND term < ?2 LIMIT ?3)
      WHERE items >= ?4 ORDER BY items DESC, term LIMIT ?5
      """)
    defer { statement.reset() }
    try statement.bind(prefix, at: 1)
    try statement.bind(prefix + "\u{10FFFF}", at: 2)
    statement.bind(Self.maximumTerms, at: 3)
    statement.bind(Int64(count), at: 5)
    var terms: [(String, Int64)] = []
    for fewest: Int64 in [256, 16, 1] {
      statement.bind(fewest, at: 4)
      terms.removeAll(keepingCapacity: true)
      while try statement.step() { terms.append((statement.text(0), statement.int64(1))) }
      statement.reset()
      if terms.count == count { break }
    }
    return terms
  }

  /// Whether a term might not occur together with the other words in any item.
  private var needsCheck: Bool {
    guard !isScoped, !parsed.hasField, parsed.clauses.count == 1,
      let alternatives = parsed.clauses.first?.alternatives, alternatives.count == 1
    else { return true }
    return alternatives[0].words.count > 1
  }

  /// Whether some item in scope contains all words of a text, with the last two adjacent.
  private func isFound(_ text: String) throws(ShortlistError) -> Bool {
    var clauses = try ParsedQuery(text + " ").clauses
    if clauses.count > 1, let last = clauses.last?.alternatives,
      let before = clauses[clauses.count - 2].alternatives.first,
      last.count == 1, last[0].field == nil, clauses[clauses.count - 2].alternatives.count == 1,
      before.field == nil
    {
      let phrase = QueryClause.Alternative(tokens: before.tokens + last[0].tokens)
      clauses.replaceSubrange((clauses.count - 2)..., with: [QueryClause(alternatives: [phrase])])
    }
    for (inTitles, table) in [(true, "item_titles"), (false, "item_texts")] {
      let iterator = try iterator(.words(clauses, inTitles: inTitles), in: table)
      var next = scope.first(from: 0)
      while let start = next {
        try iterator.seek(to: start)
        guard iterator.head != DocidIterator.end else { break }
        next = scope.first(from: iterator.head)
        if next == iterator.head { return true }
      }
    }
    return false
  }
}
