/// The completions of an index, inside one read transaction.
struct IndexCompletions: CompletionSource {
  private let scope: SearchScope
  private let table: SectionTable
  private let connection: Connection

  init(
    in sections: [ItemSection.ID]?, table: SectionTable, transaction: ReadTransaction
  ) throws(ShortlistError) {
    self.table = table
    connection = transaction.connection
    scope = try SearchScope(sections, on: connection)
  }

  func titles(
    beginningWith clauses: [QueryClause], count: Int
  ) throws(ShortlistError) -> [(title: String, weight: Double)] {
    guard let expression = IndexQuery.title(clauses, isWhole: false) else { return [] }
    return try best(count, of: expression, in: "item_titles").map {
      (candidate) throws(ShortlistError) in try title(of: candidate.docid)
    }
  }

  func items(
    matching clauses: [QueryClause], inTitles: Bool, count: Int
  ) throws(ShortlistError) -> [Item] {
    try best(
      count, of: .words(clauses, inTitles: inTitles), in: inTitles ? "item_titles" : "item_texts"
    ).map { (candidate) throws(ShortlistError) in try item(of: candidate.docid) }
  }

  // MARK: Terms

  /// The maximum number of terms compared for one prefix. Later ones in alphabetical order are
  /// ignored, so one letter costs no more in a dictionary of millions.
  private static let maximumTerms: Int64 = 32_768

  /// Returns the terms with a prefix that occur in the most items.
  ///
  /// Sorting all terms of one letter takes five times as long as reading them. The first queries
  /// therefore skip rare terms; a prefix without frequent terms has few terms anyway.
  func frequentTerms(
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

  // MARK: Items

  /// Returns the best `count` matches across all sections, or all of them if there are fewer.
  private func best(
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

  private func title(of docid: Int64) throws(ShortlistError) -> (title: String, weight: Double) {
    let statement = try connection.statement("SELECT title, weight FROM item WHERE docid = ?1")
    defer { statement.reset() }
    statement.bind(docid, at: 1)
    guard try statement.step() else {
      throw ShortlistError(
        .damaged, "The index is damaged: it holds an item that is not in the list.")
    }
    return (statement.text(0), statement.double(1))
  }

  private func item(of docid: Int64) throws(ShortlistError) -> Item {
    let statement = try connection.statement("SELECT \(Item.columns) FROM item WHERE docid = ?1")
    defer { statement.reset() }
    statement.bind(docid, at: 1)
    guard try statement.step(), let order = table.order[DocID(docid).section] else {
      throw ShortlistError(
        .damaged, "The index is damaged: it holds an item that is not in the list.")
    }
    return try Item(
      statement, section: table.rows[order].section.id, connection.attributeCatalog)
  }
}
