/// The table `synonym_set`, with the synonyms of each term.
struct SynonymTable {
  /// In the order in which they were added.
  let sets: [SynonymSet]
  /// The indices of the sets in which each folded term finds others.
  private let places: [[UInt8]: [Int32]]
  /// The number of words in the longest term that finds others.
  let longest: Int
  /// The revision of the table that this is a copy of; 0 if there never was a set.
  let revision: Int64

  static let none = SynonymTable()

  private init() {
    sets = []
    places = [:]
    longest = 0
    revision = 0
  }

  /// Reads the table.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for a row that this library cannot have written.
  init(_ connection: Connection, revision: Int64) throws(ShortlistError) {
    try self.init(try Self.sets(connection), revision: revision)
  }

  init(_ sets: [SynonymSet], revision: Int64 = 1) throws(ShortlistError) {
    var places: [[UInt8]: [Int32]] = [:]
    var longest = 0
    for (index, set) in sets.enumerated() {
      for term in set.source.map({ [$0] }) ?? set.terms {
        guard let (folded, words) = try Self.folded(term) else { continue }
        longest = max(longest, words)
        places[folded, default: []].append(Int32(index))
      }
    }
    self.sets = sets
    self.places = places
    self.longest = longest
    self.revision = revision
  }

  var isEmpty: Bool { places.isEmpty }

  /// Returns up to `limit` other terms that a folded term finds. Those of earlier sets come first.
  func synonyms(of folded: [UInt8], limit: Int) throws(ShortlistError) -> [String] {
    guard let places = places[folded] else { return [] }
    var known: Set<[UInt8]> = [folded]
    var synonyms: [String] = []
    for place in places {
      for term in sets[Int(place)].terms where synonyms.count < limit {
        if let (folded, _) = try Self.folded(term), known.insert(folded).inserted {
          synonyms.append(term)
        }
      }
    }
    return synonyms
  }

  /// Returns a term as the index compares it, and the number of its words. `nil` if a tokenizer of
  /// another version accepted it, and this one finds no words in it, or too many.
  private static func folded(
    _ term: String
  ) throws(ShortlistError) -> (bytes: [UInt8], words: Int)? {
    let key = Array(try Tokens.key(of: term).utf8)
    let words = key.count { $0 == UInt8(ascii: " ") }
    return (1...SynonymSet.maximumWords).contains(words) ? (key, words) : nil
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
