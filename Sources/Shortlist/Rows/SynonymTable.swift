/// The table `synonym_set`, with the synonyms of each term.
struct SynonymTable {
  /// In the order in which they were added.
  let sets: [SynonymSet]
  /// The other terms that each folded term finds. Those of earlier sets come first.
  private let synonyms: [[UInt8]: [String]]
  /// The number of words in the longest term that finds others.
  let longest: Int

  static let none = SynonymTable()

  private init() {
    sets = []
    synonyms = [:]
    longest = 0
  }

  /// Reads the table.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for a row that this library cannot have written.
  init(_ connection: Connection) throws(ShortlistError) {
    let sets = try Self.sets(connection)
    self = sets.isEmpty ? .none : try SynonymTable(sets)
  }

  init(_ sets: [SynonymSet]) throws(ShortlistError) {
    var synonyms: [[UInt8]: [String]] = [:]
    var known: [[UInt8]: Set<[UInt8]>] = [:]
    var longest = 0
    for set in sets {
      // A tokenizer of another version may find no words in a term, or more.
      let folded = try Self.folded(set.terms).filter { $0.isUsable }
      let sources = try set.source.map { (term) throws(ShortlistError) in
        try Self.folded([term]).filter { $0.isUsable }
      }
      for source in sources ?? folded {
        longest = max(longest, source.words)
        for other in folded where other.bytes != source.bytes {
          guard known[source.bytes, default: []].insert(other.bytes).inserted else { continue }
          synonyms[source.bytes, default: []].append(other.text)
        }
      }
    }
    self.sets = sets
    self.synonyms = synonyms
    self.longest = longest
  }

  var isEmpty: Bool { synonyms.isEmpty }

  /// Returns the other terms that a folded term finds.
  func synonyms(of folded: [UInt8]) -> [String] { synonyms[folded] ?? [] }

  /// A term as the index compares it.
  private struct FoldedTerm {
    let text: String
    let bytes: [UInt8]
    let words: Int

    var isUsable: Bool { (1...SynonymSet.maximumWords).contains(words) }
  }

  private static func folded(_ terms: [String]) throws(ShortlistError) -> [FoldedTerm] {
    try terms.map { (term) throws(ShortlistError) in
      let key = try Tokens.key(of: term)
      return FoldedTerm(
        text: term, bytes: Array(key.utf8), words: key.utf8.count { $0 == UInt8(ascii: " ") })
    }
  }

  // MARK: Rows

  /// Returns the sets in the order in which they were added.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for a row that this library cannot have written.
  static func sets(_ connection: Connection) throws(ShortlistError) -> [SynonymSet] {
    var sets: [SynonymSet] = []
    try forEach(connection) { (row) throws(ShortlistError) in
      guard row.isPossible, row.number == sets.count + 1,
        row.number <= SynonymSet.maximumSets
      else { throw .damaged("a set of synonyms is one that cannot be added") }
      sets.append(row.set)
    }
    return sets
  }

  /// Returns the sets that this library can have written, as far as they can be read.
  static func readableSets(_ connection: Connection) -> [SynonymSet] {
    var sets: [SynonymSet] = []
    try? forEach(connection) { row in
      if row.isPossible, sets.count < SynonymSet.maximumSets { sets.append(row.set) }
    }
    return sets
  }

  /// Replaces all rows.
  static func write(_ sets: [SynonymSet], on connection: Connection) throws(ShortlistError) {
    try connection.execute("DELETE FROM synonym_set")
    let insert = try connection.statement(
      "INSERT INTO synonym_set(number, source, terms) VALUES(?1, ?2, ?3)")
    for (index, set) in sets.enumerated() {
      insert.bind(Int64(index + 1), at: 1)
      try insert.bind(set.source ?? "", at: 2)
      try insert.bind(set.terms.joined(separator: "\u{1F}"), at: 3)
      try insert.run()
    }
  }

  private static func forEach(
    _ connection: Connection, _ body: (Row) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    let statement = try connection.statement(
      "SELECT number, source, terms FROM synonym_set ORDER BY number")
    defer { statement.reset() }
    while try statement.step() { try body(Row(statement)) }
  }

  private struct Row {
    let number: Int64
    let set: SynonymSet

    init(_ statement: Statement) {
      number = statement.int64(0)
      let source = statement.text(1)
      let terms = statement.text(2).utf8
        .split(separator: SynonymSet.separator, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
      set = source.isEmpty ? SynonymSet(terms) : SynonymSet(terms, for: source)
    }

    /// Whether it can have been added, as far as that does not depend on the tokenizer.
    var isPossible: Bool {
      let least = set.source == nil ? 2 : 1
      let lengths = (set.terms + (set.source.map { [$0] } ?? [])).map(\.utf8.count)
      return (least...SynonymSet.maximumTerms).contains(set.terms.count)
        && lengths.allSatisfy { (1...SynonymSet.maximumLength).contains($0) }
    }
  }
}
