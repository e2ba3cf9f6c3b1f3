/// The counts of the values of attributes among the matches of a search.
struct FacetCounts {
  private let names: [String]
  /// The counters of the names; `nil` where the list has no such attribute.
  private let counters: [FacetCounter?]
  private let maximum: Int
  /// Whether all matches were counted.
  private var isComplete = true

  /// `nil` if the query asks for none.
  init?(
    _ query: SearchQuery, in index: AttributeIndex, on connection: Connection
  ) throws(ShortlistError) {
    guard !query.facets.isEmpty else { return nil }
    names = query.facets
    maximum = query.maxFacetValues
    counters = try query.facets.map { (name) throws(ShortlistError) in
      try FacetCounter(name, in: index, on: connection)
    }
  }

  /// Counts a match.
  func add(_ docid: Int64) {
    for counter in counters { counter?.add(docid) }
  }

  /// Counts the matches that some iterators find from their heads up to `last`. All of them must
  /// count blindly.
  mutating func count(
    _ iterators: [DocidIterator], upTo last: Int64, bound: Int, on connection: Connection
  ) throws(ShortlistError) {
    let isComplete = try FacetCounter.count(
      iterators, upTo: last, in: counters.compactMap(\.self), bound: bound, on: connection)
    self.isComplete = self.isComplete && isComplete
  }

  /// Returns the values. With `wasInterrupted`, some matches are missing.
  func facets(wasInterrupted: Bool, on connection: Connection) throws(ShortlistError) -> [Facet] {
    try zip(names, counters).map { (name, counter) throws(ShortlistError) in
      let counts = try counter?.counts(on: connection) ?? []
      let isExact = isComplete && !wasInterrupted
      let values = counts.sorted { a, b in
        a.count != b.count ? a.count > b.count : a.precedes(b)
      }.prefix(maximum).map { count in
        Facet.Value(
          value: count.value, total: isExact ? .exactly(count.count) : .atLeast(count.count))
      }
      return Facet(attribute: name, values: Array(values))
    }
  }
}

extension FacetCounter.Count {
  /// Orders values as ``AttributeSort`` does, ascending.
  fileprivate func precedes(_ other: FacetCounter.Count) -> Bool {
    switch (value, other.value) {
    case (.boolean(let a), .boolean(let b)): !a && b
    case (.number(let a), .number(let b)): a < b
    default:
      value.kind != other.value.kind
        ? value.kind < other.value.kind
        : folded.utf8.lexicographicallyPrecedes(other.folded.utf8)
    }
  }
}

extension AttributeValue {
  fileprivate var kind: Int {
    switch self {
    case .boolean: 0
    case .number: 1
    case .text: 2
    case .list: 3
    }
  }
}
