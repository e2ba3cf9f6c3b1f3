/// What was found in one section so far.
struct SectionMatches {
  let row: SectionRow
  /// Where the section stands in the list.
  let order: Int
  /// The docids of each level, in order; none is on two steps. Empty until there is one.
  private(set) var found: [[Int64]] = []
  /// The greatest of them.
  private var last = Int64.min
  /// How many items were counted.
  var count = 0
  /// Whether counting ended before the section did.
  var isBounded = false
  /// Whether it is only counted, because enough other sections have better hits.
  var isLeftOut = false

  var total: Total { isBounded ? .atLeast(count) : .exactly(count) }

  /// Whether nothing was found.
  var isEmpty: Bool { !found.contains { !$0.isEmpty } }

  init(row: SectionRow, order: Int) {
    self.row = row
    self.order = order
  }

  /// Whether the docid was found on some level, or on one up to `level`. O(log *n*).
  func holds(_ docid: Int64, upTo level: MatchLevel = .partial) -> Bool {
    guard docid <= last else { return false }
    return found[...level.rawValue].contains { docids in
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

  /// The docids of one level.
  subscript(level: MatchLevel) -> [Int64] { found.isEmpty ? [] : found[level.rawValue] }

  /// How many docids were kept on a tier.
  func count(on tier: MatchTier) -> Int {
    MatchLevel.allCases.reduce(0) { $1.tier == tier ? $0 + self[$1].count : $0 }
  }

  /// Whether any of the docids has a misspelt word.
  var hasTypos: Bool {
    guard !found.isEmpty else { return false }
    for index in MatchLevel.typoWord.rawValue...MatchLevel.typosText.rawValue
    where !found[index].isEmpty {
      return true
    }
    return false
  }

  /// How many docids were kept on a level and on better ones.
  func count(upTo level: MatchLevel) -> Int {
    guard !found.isEmpty else { return 0 }
    var count = 0
    for index in 0...level.rawValue { count += found[index].count }
    return count
  }

  /// Puts other docids, in order, in the place of those of a level.
  mutating func replace(level: MatchLevel, by docids: [Int64]) {
    if found.isEmpty { makeRoom() }
    found[level.rawValue] = docids
    last = max(last, docids.last ?? last)
  }

  mutating func append(_ docid: Int64, level: MatchLevel) {
    if found.isEmpty { makeRoom() }
    if found[level.rawValue].isEmpty { found[level.rawValue].reserveCapacity(8) }
    found[level.rawValue].append(docid)
    last = max(last, docid)
  }

  private mutating func makeRoom() {
    found = Array(repeating: [], count: MatchLevel.partial.rawValue + 1)
  }

  /// Whether a docid of a level is wanted that is not named: while fewer than `limit` were found on it
  /// and on better ones; and after that, while it may change places with the last one taken, which `inOrder` rules out.
  func wants(_ docid: Int64, level: MatchLevel, limit: Int, inOrder: Bool = false) -> Bool {
    guard count(upTo: level) >= limit else { return true }
    guard row.isShuffled, !inOrder, let last = self[level].last else { return false }
    return DocID(last).rankClass == DocID(docid).rankClass
  }
}
