extension QueryClause {
  /// The most ways to read a query with alternatives that are tried as a title.
  static let maximumChoices = 8

  /// The ways to read clauses as one title: one alternative of each. `nil` when a clause is limited
  /// to another field than the title.
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

  /// The words that a title must begin with for such a way to read the query, or be made of.
  static func titleWords(_ choice: [Alternative], isWhole: Bool) -> [String] {
    guard let last = choice.last else { return [] }
    return choice.dropLast().flatMap { $0.tokens.map(\.text) }
      + (isWhole ? last.tokens.map(\.text) : last.words)
  }
}
