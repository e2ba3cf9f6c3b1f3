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
