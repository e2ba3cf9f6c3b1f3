/// The terms that long prefixes of a query begin, where they are few.
///
/// FTS5 has lists of its own for prefixes of up to three characters. The list of a longer one it
/// collects from all terms before it gives the first row, and again each time a search starts
/// anew. A few whole words instead are read as far as they are needed, and start anew at no cost.
struct PrefixTerms {
  private var terms: [String: [String]] = [:]

  /// More terms cost more to open than a prefix does to collect.
  private static let maximumTerms = 16
  /// So few postings are collected at once.
  private static let fewItems: Int64 = 300

  init() {}

  init(of clauses: [QueryClause], on connection: Connection) throws(ShortlistError) {
    for alternative in clauses.flatMap(\.alternatives) where alternative.isPrefix {
      guard let word = alternative.words.last, !Self.isCovered(word), terms[word] == nil else {
        continue
      }
      terms[word] = try Self.terms(of: word, on: connection)
    }
  }

  /// The terms to look for in place of a prefix; `nil` when the prefix itself serves better.
  func terms(of prefix: String) -> [String]? { terms[prefix] }

  /// Whether the index holds a list of its own for a prefix.
  static func isCovered(_ prefix: String) -> Bool { prefix.unicodeScalars.count <= 3 }

  private static func terms(
    of prefix: String, on connection: Connection
  ) throws(ShortlistError) -> [String]? {
    let statement = try connection.statement(
      "SELECT term, items FROM term WHERE term >= ?1 AND term < ?2 LIMIT \(maximumTerms + 1)")
    defer { statement.reset() }
    try statement.bind(prefix, at: 1)
    try statement.bind(prefix + "\u{10FFFF}", at: 2)
    var terms: [String] = []
    var items: Int64 = 0
    while try statement.step() {
      terms.append(statement.text(0))
      items += statement.int64(1)
    }
    return !terms.isEmpty && terms.count <= maximumTerms && items > fewItems ? terms : nil
  }
}
