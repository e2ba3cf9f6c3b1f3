/// The best `limit` ranks of a flat answer, or of groups, so far: what is worse than all of them need not
/// be read.
struct Frontier {
  /// More are dearer to keep in order than all docids.
  static let maximumLimit = 16_384

  private let limit: Int
  /// Step and rank as one number, in order; equal ones may all be wanted.
  private var keys: [Int] = []

  init(limit: Int) { self.limit = limit }

  private static func key(_ step: Step, _ rank: Int) -> Int {
    step.rawValue << Candidate.rankBits | rank
  }

  func wants(_ docid: Int64, step: Step, naming: Int) -> Bool {
    guard keys.count >= limit, let worst = keys.last else { return true }
    return Self.key(step, Candidate.rank(of: docid, naming: naming)) <= worst
  }

  /// Whether the best item there could be on a step is wanted.
  func wants(_ step: Step) -> Bool {
    guard keys.count >= limit, let worst = keys.last else { return true }
    return Self.key(step, 0) <= worst
  }

  /// Counts an item that ranks behind all of its step.
  mutating func insert(lastOf step: Step) { insert(Self.key(step, 1 << Candidate.rankBits - 1)) }

  mutating func insert(_ docid: Int64, step: Step, naming: Int) {
    insert(Self.key(step, Candidate.rank(of: docid, naming: naming)))
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
