/// The choice of the clauses that are read from the index.
struct SubstringChoice {
  private let clauses: [QueryClause]
  private let dictionary: TermDictionary
  private(set) var read: [(clause: Int, terms: ClauseTerms)] = []
  /// Whether no item matches one of the clauses.
  private(set) var isHopeless = false

  /// The maximum number of terms of a clause, and of their titles.
  private struct Most {
    var terms: Int
    let titles: Int
  }

  /// More would take more than 32 MB.
  private static let most = Most(terms: 65_536, titles: 2_000_000)
  /// A clause with so few is read without a sample of the items. More are, if it is the only one and
  /// no item need be checked.
  private var few: Most {
    clauses.count == 1 ? Most(terms: 4_096, titles: 65_536) : Most(terms: 1_024, titles: 8_192)
  }

  /// What takes how long, in microseconds, measured with a million places and with 150,000 cities.
  private enum Cost {
    /// Checking the next row.
    static let row = 0.5
    /// Searching the dictionary, for each of its terms. Its trigrams rule most of them out.
    static func searching(_ substring: String) -> Double {
      substring.utf8.count < 3 ? 0.01 : 0.0002
    }
    /// Looking up a term, if there are few.
    static let term = 1.2

    /// The most that a search takes to find all matches, if it may stop at the quota of items instead.
    /// That takes about 16,000, so it is worth some more to find all.
    static func stopping(_ reach: SubstringReach, _ sample: SubstringSample) -> Double? {
      switch reach {
      case .quota: sample.isPromising ? 40_000 : nil
      case .quotaOnly: 30_000
      case .all, .allAfterNone: nil
      }
    }

    /// Reading terms and their docids. The pages of a few stay in memory from search to search.
    static func reading(_ terms: ClauseTerms) -> Double {
      cost(Double(terms.count), term, beyond: 1_024, 2)
        + cost(Double(terms.titles), 0.028, beyond: 16_384, 0.06)
    }

    /// Keeping those of some items that hold a term of each clause. Most pages are read for the terms of
    /// one clause, and have those of the others, too.
    static func narrowing(_ clauses: [ClauseTerms]) -> Double {
      let terms = clauses.reduce(0) { $0 + $1.count }
      let titles = clauses.reduce(0) { $0 + $1.titles }
      return cost(Double(terms), 2, beyond: 4_096, 0.45) + Double(titles) * 0.01
    }

    /// Checking items that the index found.
    static func checking(_ items: Double) -> Double {
      cost(items, 3, beyond: 2_048, 4)
    }

    /// Returns the cost of so many, if each of the first few costs less than the others.
    private static func cost(
      _ count: Double, _ less: Double, beyond few: Double, _ more: Double
    ) -> Double {
      min(count, few) * less + max(0, count - few) * more
    }
  }

  init(_ clauses: [QueryClause], _ dictionary: TermDictionary) {
    self.clauses = clauses
    self.dictionary = dictionary
  }

  /// Reads a clause with few terms, if there is one, and each other clause if that takes less than
  /// checking the items that it rules out.
  ///
  /// - Parameter items: the number of items in the list.
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  mutating func readSelective(items: Double) throws(ShortlistError) {
    // Few terms contain a long substring.
    let lengths = clauses.map { clause in
      clause.alternatives.map { $0.words.map(\.utf8.count).max() ?? 0 }.min() ?? 0
    }
    let byLength = clauses.indices.sorted { lengths[$0] > lengths[$1] }
    for clause in byLength where try take(clause, few) {
      var (left, narrowed) = (Double(read[0].terms.titles), 0.0)
      for other in byLength where other != clause && !isHopeless {
        let checking = Cost.checking(left)
        // The clause may turn out to have too many terms.
        guard checking > 2 * searching(other) else { break }
        var most = Self.most
        most.terms = min(most.terms, Int(checking / Cost.term))
        guard try take(other, most) else { continue }
        let terms = read[read.count - 1].terms
        let share = min(1, Double(terms.titles) / max(1, items))
        // When all clauses are read, no item is checked.
        let rest = read.count == clauses.count ? 0 : Cost.checking(left * share)
        let narrowing = Cost.narrowing(read.dropFirst().map(\.terms))
        if isHopeless || narrowing - narrowed + rest < checking {
          narrowed = narrowing
          left *= share
        } else {
          read.removeLast()
        }
      }
      return
    }
  }

  /// Reads the clauses that make the search cheapest, if any do.
  mutating func readCheapest(
    _ sample: SubstringSample, _ reach: SubstringReach
  ) throws(ShortlistError) {
    var checking = Cost.checking(sample.itemsChecked([]))
    if let rows = sample.rowsRead {
      checking = rows * Cost.row
      if let most = Cost.stopping(reach, sample) { checking = min(checking, most) }
    }
    var best = (cost: checking, count: 0)
    var searched = 0.0
    for clause in clauses.indices.sorted(by: { sample.shares[$0] < sample.shares[$1] }) {
      searched += searching(clause)
      guard searched + readingAll < best.cost, try take(clause, Self.most) else { break }
      if isHopeless { return }
      let cost = searched + readingAll
      let isPartial = read.count < clauses.count
      let left = isPartial ? Cost.checking(sample.itemsChecked(read.map(\.clause))) : 0
      if cost + left < best.cost { best = (cost + left, read.count) }
    }
    read.removeLast(read.count - best.count)
  }

  /// The cost of reading the clauses chosen so far.
  private var readingAll: Double {
    guard let first = read.first else { return 0 }
    return Cost.reading(first.terms) + Cost.narrowing(read.dropFirst().map(\.terms))
  }

  private func searching(_ clause: Int) -> Double {
    clauses[clause].alternatives.reduce(0) { cost, alternative in
      alternative.words.reduce(cost) { $0 + Cost.searching($1) * Double(dictionary.count) }
    }
  }

  /// Reads a clause; returns `false` if it has too many terms or titles.
  private mutating func take(_ clause: Int, _ most: Most) throws(ShortlistError) -> Bool {
    guard let terms = try ClauseTerms(clauses[clause], atMost: most.terms, dictionary),
      terms.titles <= most.titles
    else { return false }
    isHopeless = isHopeless || terms.titles == 0
    read.append((clause, terms))
    return true
  }
}
