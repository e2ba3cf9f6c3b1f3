/// Suggests completions of a text.
struct Completer {
  let text: String
  let parsed: ParsedQuery
  let limit: Int
  private let scope: SearchScope
  let table: SectionTable
  let connection: Connection

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
  }

  /// Returns titles and terms alternately, the heaviest of each kind first. No two are equal when
  /// folded, and none merely repeats the typed text.
  func completions() throws(ShortlistError) -> [Completion] {
    guard !parsed.clauses.isEmpty, !scope.isEmpty else { return [] }
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
    guard let expression = IndexQuery.title(parsed.clauses, isWhole: false),
      let choices = QueryClause.titleChoices(parsed.clauses)
    else { return [] }
    // Many items may share a title, so each retry reads more of them.
    for count in [2 * limit, 8 * limit, 32 * limit] {
      let candidates = try best(count, of: expression, in: "item_titles")
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
  func best(
    _ count: Int, of expression: IndexQuery, in index: String
  ) throws(ShortlistError) -> [Candidate] {
    let iterator = try DocidIterator(
      expression, in: index, slot: 7, upperBound: scope.upperBound, on: connection)
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
      let tie = row.isShuffled ? try connection.position(of: docid) : docid
      best.append(
        Candidate(docid: docid, level: .prefix, sectionPosition: row.position, tie: tie))
      topRanks.insert(docid, level: .prefix, distinctiveness: DistinctiveTerms.none)
      taken += 1
      try iterator.advance()
    }
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
        let index = tokens.indices.first(where: { found.isToken(tokens[$0]) })
      else { continue }
      let end = tokens.source(of: 0..<typed.utf8.count, in: tokens[index]).upperBound
      return title.startIndex..<title.utf8.index(title.startIndex, offsetBy: end)
    }
    return title.startIndex..<title.startIndex
  }
}
