/// The best `limit` ranks of a flat answer so far: what is worse than all of them need not be read.
struct Frontier {
  private let limit: Int
  /// Rung and rank class as one number, in order; equal ones may all be wanted.
  private var keys: [Int] = []

  init(limit: Int) { self.limit = limit }

  private static func key(_ rung: Rung, _ rankClass: Int) -> Int {
    rung.rawValue << RankClass.bits | rankClass
  }

  func wants(_ docid: Int64, rung: Rung) -> Bool {
    guard keys.count >= limit, let worst = keys.last else { return true }
    return Self.key(rung, DocID(docid).rankClass.rawValue) <= worst
  }

  /// Whether the best item there could be on a rung is wanted.
  func wants(_ rung: Rung) -> Bool {
    guard keys.count >= limit, let worst = keys.last else { return true }
    return Self.key(rung, 0) <= worst
  }

  /// Counts an item that ranks before all of its rung that are not counted so.
  mutating func insert(rung: Rung) { insert(Self.key(rung, 0)) }

  mutating func insert(_ docid: Int64, rung: Rung) {
    insert(Self.key(rung, DocID(docid).rankClass.rawValue))
  }

  private mutating func insert(_ key: Int) {
    keys.insert(key, at: keys.firstIndex { $0 > key } ?? keys.count)
    if keys.count > limit { keys.removeLast() }
  }
}
