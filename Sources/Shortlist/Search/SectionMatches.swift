/// The matches found in one section so far.
struct SectionMatches {
  let number: Int64
  /// The position of the section in the list.
  let order: Int
  let isShuffled: Bool
  /// The docids of the levels that have any, ascending, with the best level first. No docid is on two
  /// levels.
  private(set) var found: [(level: MatchLevel, docids: [Int64])] = []
  /// The greatest docid.
  private var last = Int64.min
  /// The number of items counted.
  var count = 0
  /// Whether counting stopped before the end of the section.
  var isBounded = false
  /// Whether some of its items were not looked at, so that there may be more matches.
  var isCut = false
  /// Whether the section is only counted, because enough others have better hits.
  var isLeftOut = false

  var total: Total { isBounded ? .atLeast(count) : .exactly(count) }

  /// Whether nothing was found.
  var isEmpty: Bool { found.isEmpty }

  init(_ row: SectionRow, order: Int) {
    number = row.number
    self.order = order
    isShuffled = row.isShuffled
  }

  /// Whether the docid was found on some level up to `level`. O(log *n*).
  func holds(_ docid: Int64, upTo level: MatchLevel = .partial) -> Bool {
    guard docid <= last else { return false }
    return found.contains { known, docids in
      guard known <= level, let last = docids.last, docid <= last else { return false }
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
  subscript(level: MatchLevel) -> [Int64] {
    for (known, docids) in found where known == level { return docids }
    return []
  }

  /// Returns the number of docids on a tier.
  func count(on tier: MatchTier) -> Int {
    found.reduce(0) { $1.level.tier == tier ? $0 + $1.docids.count : $0 }
  }

  /// Whether any match has a misspelt word.
  var hasTypos: Bool { found.contains { $0.level.tier == .typo || $0.level.tier == .typos } }

  /// Returns the number of docids on a level and on better ones.
  func count(upTo level: MatchLevel) -> Int {
    var count = 0
    for index in found.indices {
      guard found[index].level <= level else { break }
      count += found[index].docids.count
    }
    return count
  }

  /// The number of docids on levels better than tier 4.
  var countBeforeText: Int { count(upTo: .wordsInSection) }

  /// Replaces the docids of a level by others, in ascending order.
  mutating func replace(level: MatchLevel, by docids: [Int64]) {
    let place = place(of: level)
    if place < found.count, found[place].level == level {
      found.remove(at: place)
    }
    guard let greatest = docids.last else { return }
    found.insert((level, docids), at: place)
    last = max(last, greatest)
  }

  mutating func append(_ docid: Int64, level: MatchLevel) {
    let place = place(of: level)
    if place == found.count || found[place].level != level { found.insert((level, []), at: place) }
    if found[place].docids.isEmpty { found[place].docids.reserveCapacity(8) }
    found[place].docids.append(docid)
    last = max(last, docid)
  }

  /// Adds a docid to a level, wherever it belongs in the order.
  mutating func insert(_ docid: Int64, level: MatchLevel) {
    replace(level: level, by: (self[level] + [docid]).sorted())
  }

  /// Returns the place in ``found`` that a level has, or would have.
  private func place(of level: MatchLevel) -> Int {
    var place = found.count
    while place > 0, found[place - 1].level >= level { place -= 1 }
    return place
  }

  /// Whether a docid without a distinctive term is wanted on a level. It is while fewer than
  /// `limit` were found there and on better levels; after that, while it may precede the last one
  /// taken, which `inOrder` rules out.
  func wants(_ docid: Int64, level: MatchLevel, limit: Int, inOrder: Bool = false) -> Bool {
    guard count(upTo: level) >= limit else { return true }
    guard isShuffled, !inOrder, let last = self[level].last else { return false }
    return DocID(last).rankClass == DocID(docid).rankClass
  }
}
