/// The matches found in one section so far.
struct SectionMatches {
  let row: SectionRow
  /// The position of the section in the list.
  let order: Int
  /// The docids of each level, ascending; none is on two levels. Empty until the first match.
  private(set) var found: [[Int64]] = []
  /// The greatest docid.
  private var last = Int64.min
  /// The number of items counted.
  var count = 0
  /// Whether counting stopped before the end of the section.
  var isBounded = false
  /// Whether the section is only counted, because enough others have better hits.
  var isLeftOut = false

  var total: Total { isBounded ? .atLeast(count) : .exactly(count) }

  /// Whether nothing was found.
  var isEmpty: Bool { !found.contains { !$0.isEmpty } }

  init(row: SectionRow, order: Int) {
    self.row = row
    self.order = order
  }

  /// Whether the docid was found on some level up to `level`. O(log *n*).
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

  /// Returns the number of docids on a tier.
  func count(on tier: MatchTier) -> Int {
    MatchLevel.allCases.reduce(0) { $1.tier == tier ? $0 + self[$1].count : $0 }
  }

  /// Whether any match has a misspelt word.
  var hasTypos: Bool {
    guard !found.isEmpty else { return false }
    for index in MatchLevel.typoWord.rawValue...MatchLevel.typosText.rawValue
    where !found[index].isEmpty {
      return true
    }
    return false
  }

  /// Returns the number of docids on a level and on better ones.
  func count(upTo level: MatchLevel) -> Int {
    guard !found.isEmpty else { return 0 }
    var count = 0
    for index in 0...level.rawValue { count += found[index].count }
    return count
  }

  /// The number of docids on levels better than tier 4.
  var countBeforeText: Int { count(upTo: .wordsInSection) }

  /// Replaces the docids of a level by others, in ascending order.
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

  /// Adds a docid to a level, wherever it belongs in the order.
  mutating func insert(_ docid: Int64, level: MatchLevel) {
    replace(level: level, by: (self[level] + [docid]).sorted())
  }

  private mutating func makeRoom() {
    found = Array(repeating: [], count: MatchLevel.partial.rawValue + 1)
  }

  /// Whether a docid without a distinctive term is wanted on a level. It is while fewer than
  /// `limit` were found there and on better levels; after that, while it may precede the last one
  /// taken, which `inOrder` rules out.
  func wants(_ docid: Int64, level: MatchLevel, limit: Int, inOrder: Bool = false) -> Bool {
    guard count(upTo: level) >= limit else { return true }
    guard row.isShuffled, !inOrder, let last = self[level].last else { return false }
    return DocID(last).rankClass == DocID(docid).rankClass
  }
}
