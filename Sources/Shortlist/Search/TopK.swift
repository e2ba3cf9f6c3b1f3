/// The best candidates of many, in no order; all of them without a limit.
struct BestCandidates {
  private let limit: Int
  private let isBefore: (Candidate, Candidate) -> Bool
  /// A heap with the worst first, once there are as many as wanted.
  private(set) var candidates: [Candidate] = []

  init(
    limit: Int, by isBefore: @escaping (Candidate, Candidate) -> Bool = Candidate.ranksBefore
  ) {
    self.limit = limit
    self.isBefore = isBefore
  }

  /// The worst of them, which a candidate must rank before to be wanted; `nil` while all are.
  var worst: Candidate? { candidates.count < limit ? nil : candidates.first }

  /// What a candidate must score to be wanted; `nil` while all are.
  var threshold: Double? { worst?.relevance }

  /// Keeps a candidate if it is better than the worst. O(log limit).
  mutating func insert(_ candidate: Candidate) {
    if candidates.count < limit {
      candidates.append(candidate)
      guard limit != .max else { return }
      rise(from: candidates.count - 1)
    } else if let worst = candidates.first, isBefore(candidate, worst) {
      candidates[0] = candidate
      sink()
    }
  }

  private mutating func rise(from index: Int) {
    var index = index
    while index > 0, isBefore(candidates[(index - 1) / 2], candidates[index]) {
      candidates.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink() {
    var index = 0
    while true {
      var worst = index
      for child in [2 * index + 1, 2 * index + 2] where child < candidates.count {
        if isBefore(candidates[worst], candidates[child]) { worst = child }
      }
      guard worst != index else { return }
      candidates.swapAt(index, worst)
      index = worst
    }
  }
}

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
