/// The items that were chosen before for such a text. Those that match come first.
struct LearnedItems {
  /// The maximum number in a group, or in flat results.
  private static let maximum = 3
  /// The maximum number examined.
  private static let maximumExamined = 24

  /// The place of items that are not learned.
  static let none = maximumExamined

  /// The docids not found yet, strongest first.
  private var waiting: [Int64]
  /// The docids that match, and their places.
  private var places: [Int64: Int] = [:]
  /// The same docids, ascending.
  private var docids: [Int64] = []
  /// The number of them in each section, or in all of a flat result.
  private var counts: [Int64: Int] = [:]
  private let isFlat: Bool

  /// Looks up the items, if the query asks for them.
  init(
    _ query: SearchQuery, in scope: SearchScope, on connection: Connection
  ) throws(ShortlistError) {
    isFlat = query.layout == .flat
    waiting = []
    guard query.ordersByLearning else { return }
    let key = try LearnedChoiceRow.key(of: query.text)
    let strengths = try LearnedChoiceRow.strengths(for: key, on: connection)
    waiting = strengths.filter { scope.first(from: $0.key) == $0.key }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.maximumExamined).map(\.key)
  }

  /// Admits the items that some iterator finds in the scope, up to three in a group. Rewinds the
  /// iterators afterwards.
  mutating func admit(
    from sources: [(iterators: [DocidIterator], scope: SearchScope)], without excluded: Set<Int64>
  ) throws(ShortlistError) {
    guard !waiting.isEmpty else { return }
    var found: Set<Int64> = []
    for (iterators, scope) in sources {
      for iterator in iterators {
        for docid in waiting.sorted() where scope.contains(DocID(docid).section) {
          try iterator.seek(to: docid)
          if iterator.head == docid { found.insert(docid) }
        }
        iterator.rewind()
      }
    }
    for docid in waiting where found.contains(docid) && !excluded.contains(docid) {
      let group = isFlat ? 0 : DocID(docid).section
      guard counts[group, default: 0] < Self.maximum else { continue }
      counts[group, default: 0] += 1
      places[docid] = places.count
    }
    waiting.removeAll(where: found.contains)
    docids = places.keys.sorted()
  }

  func holds(_ docid: Int64) -> Bool { !docids.isEmpty && places[docid] != nil }

  /// Returns the place among the learned items, from 0, or ``none``.
  func place(of docid: Int64) -> Int {
    docids.isEmpty ? Self.none : places[docid] ?? Self.none
  }

  /// Returns the first such item after `docid`.
  func next(after docid: Int64) -> Int64? {
    guard let last = docids.last, last > docid else { return nil }
    return docids.first { $0 > docid }
  }
}
