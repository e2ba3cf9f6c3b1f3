/// Everything that a misspelt query may match, for marking it in an item: its words with edits, split,
/// and run together.
struct TypoSpellings {
  /// The alternatives of all clauses as they were typed, then what they are split and joined to.
  let alternatives: [QueryClause.Alternative]
  /// How many of `alternatives` may have edits.
  private let editable: Set<QueryClause.Alternative>

  init(alternatives: [QueryClause.Alternative], editable: Set<QueryClause.Alternative>) {
    self.alternatives = alternatives
    self.editable = editable
  }

  /// The most edits of each word.
  func allowances(of alternative: QueryClause.Alternative) -> [Int] {
    alternative.words.map { editable.contains(alternative) ? Typos.allowance(of: $0) : 0 }
  }
}
