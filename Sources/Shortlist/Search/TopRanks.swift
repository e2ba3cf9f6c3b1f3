/// The best `limit` ranks of a flat answer, or of groups, so far: what is worse than all of them need not
/// be read.
struct TopRanks {
  /// More are dearer to keep in order than all docids.
  static let maximumLimit = 16_384

  private let limit: Int
  /// MatchLevel and rank as one number, in order; equal ones may all be wanted.
  private var keys: [Int] = []

  init(limit: Int) { self.limit = limit }

  private static func key(_ level: MatchLevel, _ rank: Int) -> Int {
    level.rawValue << Candidate.rankBits | rank
  }

  func wants(_ docid: Int64, level: MatchLevel, distinctiveness: Int) -> Bool {
    guard keys.count >= limit, let worst = keys.last else { return true }
    return Self.key(level, Candidate.rank(of: docid, distinctiveness: distinctiveness)) <= worst
  }

  /// Whether the best item there could be on a level is wanted.
  func wants(_ level: MatchLevel) -> Bool {
    guard keys.count >= limit, let worst = keys.last else { return true }
    return Self.key(level, 0) <= worst
  }

  /// Counts an item that ranks behind all of its level.
  mutating func insert(lastOf level: MatchLevel) {
    insert(Self.key(level, 1 << Candidate.rankBits - 1))
  }

  mutating func insert(_ docid: Int64, level: MatchLevel, distinctiveness: Int) {
    insert(Self.key(level, Candidate.rank(of: docid, distinctiveness: distinctiveness)))
  }

  private mutating func insert(_ key: Int) {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] > key { high = middle } else { low = middle + 1 }
    }
    keys.insert(key, at: low)
    if keys.count > limit { keys.removeLast() }
  }
}
