/// What was found in one section so far.
struct SectionMatches {
  let row: SectionRow
  /// Where the section stands in the list.
  let order: Int
  /// The docids of each rung, in order; none is in two rungs.
  private(set) var found: [[Int64]] = Array(repeating: [], count: Rung.allCases.count + 1)
  /// How many items were counted.
  var count = 0
  /// Whether counting ended before the section did.
  var isBounded = false

  var total: Total { isBounded ? .atLeast(count) : .exactly(count) }

  var isEmpty: Bool { found.allSatisfy(\.isEmpty) }

  init(row: SectionRow, order: Int) {
    self.row = row
    self.order = order
  }

  /// Whether the docid was found on some rung. O(log *n*).
  func holds(_ docid: Int64) -> Bool {
    found.contains { docids in
      guard let last = docids.last, docid <= last else { return false }
      var low = 0
      var high = docids.count
      while low < high {
        let middle = (low + high) / 2
        if docids[middle] < docid { low = middle + 1 } else { high = middle }
      }
      return docids[low] == docid
    }
  }

  /// How many docids were kept on a rung and on better ones.
  func count(upTo rung: Rung) -> Int {
    var count = 0
    for rung in 0...rung.rawValue { count += found[rung].count }
    return count
  }

  /// Puts other docids, in order, in the place of those of a rung.
  mutating func replace(rung: Rung, by docids: [Int64]) { found[rung.rawValue] = docids }

  mutating func append(_ docid: Int64, rung: Rung) {
    found[rung.rawValue].append(docid)
  }

  /// Whether a docid of a rung is wanted: while fewer than `limit` were found on it and on better
  /// ones; and after that, while it may change places with the last one taken.
  func wants(_ docid: Int64, rung: Rung, limit: Int) -> Bool {
    var better = 0
    for docids in found[...rung.rawValue] { better += docids.count }
    guard better >= limit else { return true }
    guard row.isShuffled, let last = found[rung.rawValue].last else { return false }
    return DocID(last).rankClass == DocID(docid).rankClass
  }
}
