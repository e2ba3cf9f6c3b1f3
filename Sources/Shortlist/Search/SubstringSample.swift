/// What some items of a list say about the matches of a query for substrings.
///
/// The postings of a single letter are most of the index, but as many items match, the first are soon
/// found by checking one item after the other. The sample tells which is less work.
struct SubstringSample {
  /// A section.
  private struct Part {
    let items: Int
    /// The number of matches that the search needs for its hits, and that it counts if they are soon
    /// found.
    let needed, counted: Int
  }

  private let parts: [Part]
  private let isFlat: Bool
  /// The number of rows read in a part to count more matches than are needed.
  private let checkedRows: Double
  /// The share of the items that the search is narrowed to, and whether it knows their docids.
  private let accepted: (share: Double, areListed: Bool)
  /// The clauses that each item matches, as bits.
  private var items: [UInt64] = []
  /// The share of the items that match each clause.
  private(set) var shares: [Double] = []
  /// The clauses, the rarest first.
  private var rarestFirst: [Int] = []
  /// The share of those that match all.
  private var shareOfAll = 0.0

  /// The number of items checked, of at most this many sections.
  private static let size = 1_024
  private static let sections = 64
  /// Fewer matches say little about their share.
  private static let fewMatches = 8

  /// Checks the first items of sections, as a search does.
  ///
  /// If the search may stop at the quota of items, the sample says the same for all of its pages.
  init(
    _ clauses: [QueryClause], for search: Search, _ reach: SubstringReach
  ) throws(ShortlistError) {
    let rows = search.searchedSections
    let counted = search.takesAll && !reach.hasQuota ? Int.max : search.bound
    let needed = counted == .max ? counted : search.query.limit + 1
    isFlat = search.query.layout == .flat
    if isFlat {
      parts = rows.map { Part(items: $0.items, needed: needed, counted: counted) }
    } else {
      parts = rows.map {
        let found = search.sections[$0.number]?.count ?? 0
        return Part(items: $0.items, needed: needed - found, counted: counted - found)
      }
    }
    checkedRows = Double(search.checkedRows)
    let all = search.table.rows.reduce(0) { $0 + $1.items }
    accepted = (
      share: search.accepted?.count.map { min(1, Double($0) / Double(max(all, 1))) } ?? 1,
      areListed: search.accepted?.acceptsFew ?? false
    )
    try read(clauses, rows, on: search.connection)
    shares = clauses.indices.map { clause in
      let matches = items.count { $0 & 1 << UInt64(clause) != 0 }
      return max(Double(matches), 0.5) / Double(max(items.count, 1))
    }
    rarestFirst = clauses.indices.sorted { shares[$0] < shares[$1] }
    shareOfAll = share(of: rarestFirst)
    if reach == .allAfterNone {
      shareOfAll = min(shareOfAll, 1 / Double(CheckQuota.mostItems))
    }
  }

  /// Reads the sample.
  private mutating func read(
    _ clauses: [QueryClause], _ rows: [SectionRow], on connection: Connection
  ) throws(ShortlistError) {
    let filter = try SubstringFilter(
      clauses.map { $0.alternatives.map(\.words) }, isPartial: false, on: connection)
    let statement = try connection.statement(
      "SELECT \(SubstringFilter.columns) FROM item WHERE docid BETWEEN ?1 AND ?2 ORDER BY docid")
    for (row, times) in Self.chosen(from: rows, rows.reduce(0) { $0 + $1.items }) {
      defer { statement.reset() }
      let docids = DocID.range(ofSection: row.number)
      statement.bind(docids.lowerBound, at: 1)
      statement.bind(docids.upperBound, at: 2)
      items += try filter.sample(statement, limit: times * Self.size / Self.sections)
    }
  }

  /// Returns the share of the items that match some clauses, which come in the order of
  /// ``rarestFirst``. Those of which the sample has too few count as independent of the others.
  private func share(of clauses: [Int]) -> Double {
    var (known, matches, others) = (UInt64(0), items.count, 1.0)
    for clause in clauses {
      let both = known | 1 << UInt64(clause)
      let matching = items.count { $0 & both == both }
      if matching < Self.fewMatches {
        others *= shares[clause]
      } else {
        (known, matches) = (both, matching)
      }
    }
    return others * Double(max(matches, 1)) / Double(max(items.count, 1))
  }

  /// Returns sections, each as often as its share of all items demands.
  private static func chosen(from rows: [SectionRow], _ total: Int) -> [(SectionRow, Int)] {
    var chosen: [(SectionRow, Int)] = []
    var (taken, items) = (0, 0)
    for row in rows {
      items += row.items
      let due = items * sections / total
      if due > taken { chosen.append((row, due - taken)) }
      taken = due
    }
    return chosen
  }

  /// Returns the number of rows that a search reads if the index finds no items; `nil` if it checks
  /// the items that it is narrowed to.
  var rowsRead: Double? {
    accepted.areListed ? nil : items(1, matching: shareOfAll * accepted.share)
  }

  /// Whether a search that stops at the quota of items is likely to find something.
  var isPromising: Bool {
    shareOfAll * accepted.share * Double(CheckQuota.mostItems) >= 2
  }

  /// Returns the number of items that a search checks when only those that match some clauses are
  /// left.
  func itemsChecked(_ decided: [Int]) -> Double {
    let left = share(of: rarestFirst.filter(decided.contains))
    // Matches can hardly be rarer among the items left than if the clauses had nothing in common.
    return items(left * accepted.share, matching: min(1, shareOfAll / left))
  }

  /// Returns the number of items looked at until enough match, when a share of all is left and a
  /// share of these match.
  private func items(_ left: Double, matching share: Double) -> Double {
    var (sum, counted) = (0.0, 0.0)
    for (index, part) in parts.enumerated() {
      var needed = Double(max(0, part.needed)) / share
      let most = min(Double(max(0, part.counted)) / share, checkedRows)
      if isFlat {
        // Later sections are read only as far as their items may rank among the best so far.
        needed /= Double(index + 1)
        counted = most
      } else {
        needed = max(needed, most)
      }
      sum += min(Double(part.items) * left, needed)
    }
    let all = parts.reduce(0) { $0 + Double($1.items) } * left
    return max(sum, min(all, counted))
  }
}
