/// The best scores of many: what is below all of them need not be known exactly.
struct BestScores {
  private let limit: Int
  /// From the best to the worst.
  private var scores: [Double] = []

  init(limit: Int) { self.limit = limit }

  /// What a score must reach to be among the best; `nil` while all are.
  var threshold: Double? { scores.count < limit ? nil : scores.last }

  /// O(limit).
  mutating func insert(_ score: Double) {
    guard limit != .max else { return }
    if let threshold, score <= threshold { return }
    var (low, high) = (0, scores.count)
    while low < high {
      let middle = (low + high) / 2
      if scores[middle] > score { low = middle + 1 } else { high = middle }
    }
    scores.insert(score, at: low)
    if scores.count > limit { scores.removeLast() }
  }
}
