/// What some items of a list say about the matches of a query for substrings.
///
/// The postings of a single letter are most of the index, but as many items match, the first are soon
/// found by checking one item after the other. The sample tells which is less work.
struct SubstringSample {
  /// A section, or the whole list of a flat result.
  private struct Part {
    let items: Int
    /// The number of matches that the search needs for its hits, and that it counts if they are soon
    /// found.
    let needed, counted: Int
  }

  private let parts: [Part]
  /// The number of rows read in a part to count more matches than are needed.
  private let checkedRows: Double
  /// The share of the items that the search is narrowed to, and whether it knows their docids.
  private let accepted: (share: Double, areListed: Bool)
  /// The share of the items that match each clause.
  let shares: [Double]
  /// The share of those that match all.
  private let shareOfAll: Double

  /// The number of items checked, of at most this many sections.
  private static let size = 1_024
  private static let sections = 64
  /// Fewer matches of all clauses say little about their share.
  private static let fewMatches = 8

  /// Checks the first items of sections, as a search does.
  init(_ clauses: [QueryClause], for search: Search) throws(ShortlistError) {
    let rows = search.table.rows.filter { $0.items > 0 && search.scope.contains($0.number) }
    let total = rows.reduce(0) { $0 + $1.items }
    let counted = search.takesAll ? Int.max : search.bound
    let needed = counted == .max ? counted : search.limit + 1
    if search.query.layout == .flat {
      parts = [Part(items: total, needed: needed, counted: counted)]
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
    let filter = try SubstringFilter(
      clauses.map { $0.alternatives.map(\.words) }, isPartial: false, on: search.connection)
    let items = try search.connection.statement(
      "SELECT \(SubstringFilter.columns) FROM item WHERE docid BETWEEN ?1 AND ?2 ORDER BY docid")
    var met = clauses.map { _ in Int32(0) }
    var metAll: Int32 = 0
    var looked: Int32 = 0
    for (row, times) in Self.chosen(from: rows, total) {
      defer { items.reset() }
      let docids = DocID.range(ofSection: row.number)
      items.bind(docids.lowerBound, at: 1)
      items.bind(docids.upperBound, at: 2)
      try filter.count(items, limit: times * Self.size / Self.sections, &met, &metAll, &looked)
    }
    let count = Double(max(looked, 1))
    shares = met.map { max(Double($0), 0.5) / count }
    shareOfAll = Int(metAll) < Self.fewMatches ? shares.reduce(1, *) : Double(metAll) / count
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

  /// Returns the number of items that a search checks when only those that match some clauses are
  /// left.
  func itemsChecked(_ decided: [Int]) -> Double {
    let left = decided.reduce(1) { $0 * shares[$1] }
    // Matches can hardly be rarer among the items left than if the clauses had nothing in common.
    return items(left * accepted.share, matching: min(1, shareOfAll / left))
  }

  /// Returns the number of items looked at until enough match, when a share of all is left and a
  /// share of these match.
  private func items(_ left: Double, matching share: Double) -> Double {
    parts.reduce(0) { sum, part in
      let needed = Double(max(0, part.needed)) / share
      let counted = min(Double(max(0, part.counted)) / share, checkedRows)
      return sum + min(Double(part.items) * left, max(needed, counted))
    }
  }
}
