/// The best *k* of many elements, in no order.
struct TopK<Element> {
  private let limit: Int
  private let isBefore: (Element, Element) -> Bool
  /// A heap with the worst first, unless the limit is `.max`.
  private(set) var elements: [Element] = []

  init(limit: Int, by isBefore: @escaping (Element, Element) -> Bool) {
    self.limit = limit
    self.isBefore = isBefore
  }

  /// The worst element, which others have to beat; `nil` while every element is kept.
  var worst: Element? { elements.count < limit ? nil : elements.first }

  /// Keeps an element if it is better than the worst.
  ///
  /// - Complexity: O(log *k*)
  mutating func insert(_ element: Element) {
    if elements.count < limit {
      elements.append(element)
      guard limit != .max else { return }
      rise(from: elements.count - 1)
    } else if let worst = elements.first, isBefore(element, worst) {
      elements[0] = element
      sink()
    }
  }

  private mutating func rise(from index: Int) {
    var index = index
    while index > 0, isBefore(elements[(index - 1) / 2], elements[index]) {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink() {
    var index = 0
    while true {
      var worst = index
      for child in [2 * index + 1, 2 * index + 2] where child < elements.count {
        if isBefore(elements[worst], elements[child]) { worst = child }
      }
      guard worst != index else { return }
      elements.swapAt(index, worst)
      index = worst
    }
  }
}

extension TopK<Candidate> {
  /// Keeps the candidates that rank first.
  init(limit: Int) { self.init(limit: limit, by: Candidate.ranksBefore) }

  /// The score that a candidate has to reach; `nil` while every candidate is kept.
  var threshold: Double? { worst?.relevance }
}

/// The best ranks found so far in a flat answer, or among groups. Items that rank below all of them need not
/// be read.
struct TopRanks {
  /// The largest limit: beyond it, keeping ranks in order costs more than keeping all docids.
  static let maximumLimit = 16_384

  /// Level and rank as one number; smaller is better. Equal ones may all be wanted.
  private var keys: TopK<Int>

  init(limit: Int) { keys = TopK(limit: limit, by: <) }

  private static func key(_ level: MatchLevel, _ rank: Int) -> Int {
    level.rawValue << Candidate.rankBits | rank
  }

  func wants(_ docid: Int64, level: MatchLevel, distinctiveness: Int) -> Bool {
    guard let worst = keys.worst else { return true }
    return Self.key(level, Candidate.rank(of: docid, distinctiveness: distinctiveness)) <= worst
  }

  /// Whether the best item there could be on a level is wanted.
  func wants(_ level: MatchLevel) -> Bool {
    guard let worst = keys.worst else { return true }
    return Self.key(level, 0) <= worst
  }

  /// Counts an item that ranks behind all of its level.
  mutating func insert(lastOf level: MatchLevel) {
    keys.insert(Self.key(level, 1 << Candidate.rankBits - 1))
  }

  mutating func insert(_ docid: Int64, level: MatchLevel, distinctiveness: Int) {
    keys.insert(Self.key(level, Candidate.rank(of: docid, distinctiveness: distinctiveness)))
  }
}
