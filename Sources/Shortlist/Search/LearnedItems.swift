/// The items that come first for a text: those pinned for it, then those that were chosen before for
/// such a text and match.
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
  /// The docids pinned for the text and not yet admitted, in order.
  private var waitingPins: [Int64] = []
  /// Whether pinned items come first.
  private let ordersPins: Bool
  /// The docids pinned for the text.
  private(set) var pinned: Set<Int64> = []
  /// Those of them that match on none of tiers 1 to 4.
  private(set) var unmatchedPins: [Int64] = []

  /// The place of the first pinned item, before all learned ones.
  private static let firstPin = -1 << 32

  /// Looks up the items that the query asks for; of the pinned ones, those that `accepted` has.
  /// There are none if the text has no words to look for.
  init(
    _ query: SearchQuery, hasWords: Bool, _ pins: PinnedItemTable, in scope: SearchScope,
    among accepted: DocidFilter?, on connection: Connection
  ) throws(ShortlistError) {
    isFlat = query.layout == .flat
    ordersPins = query.order == .rank
    waiting = []
    guard hasWords else { return }
    if query.match == .all {
      waitingPins = try pins.docids(for: query.text, on: connection)
        .filter { scope.contains(DocID($0).section) }
      if let accepted {
        var place: Int32 = 0
        waitingPins.removeAll { !accepted.accepts($0, near: &place) }
      }
      pinned = Set(waitingPins)
    }
    guard query.ordersByLearning else { return }
    let key = try LearnedChoiceRow.key(of: query.text)
    let strengths = try LearnedChoiceRow.strengths(for: key, on: connection)
    waiting = strengths.filter { scope.first(from: $0.key) == $0.key && !pinned.contains($0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.maximumExamined).map(\.key)
  }

  /// Whether there are items left to admit.
  var isWaiting: Bool { !waiting.isEmpty || !waitingPins.isEmpty }

  /// Admits the items that some iterator finds in the scope: pinned ones, and up to three learned
  /// ones in a group. Rewinds the iterators afterwards.
  mutating func admit(
    from sources: [(iterators: [DocidIterator], scope: SearchScope)], without excluded: Set<Int64>
  ) throws(ShortlistError) {
    guard isWaiting else { return }
    var found: Set<Int64> = []
    let all = (waiting + waitingPins).sorted()
    for (iterators, scope) in sources {
      for iterator in iterators {
        for docid in all where scope.contains(DocID(docid).section) {
          try iterator.seek(to: docid)
          if iterator.head == docid { found.insert(docid) }
        }
        iterator.rewind()
      }
    }
    admitPins(found, without: excluded)
    for docid in waiting where found.contains(docid) && !excluded.contains(docid) {
      let group = isFlat ? 0 : DocID(docid).section
      guard counts[group, default: 0] < Self.maximum else { continue }
      counts[group, default: 0] += 1
      places[docid] = places.count
    }
    waiting.removeAll(where: found.contains)
    docids = places.keys.sorted()
  }

  private mutating func admitPins(_ found: Set<Int64>, without excluded: Set<Int64>) {
    for (offset, docid) in waitingPins.enumerated() where !excluded.contains(docid) {
      if ordersPins { places[docid] = Self.firstPin + offset }
      if !found.contains(docid) { unmatchedPins.append(docid) }
    }
    waitingPins = []
  }

  /// Whether no learned or pinned item was admitted.
  var isEmpty: Bool { docids.isEmpty }

  /// Whether the item with this docid was chosen before, and comes first for that.
  func isLearned(_ docid: Int64) -> Bool { 0..<Self.none ~= place(of: docid) }

  func holds(_ docid: Int64) -> Bool { !docids.isEmpty && places[docid] != nil }

  /// Returns the place among the learned items, from 0, a number below 0 for a pinned one, or
  /// ``none``.
  func place(of docid: Int64) -> Int {
    docids.isEmpty ? Self.none : places[docid] ?? Self.none
  }

  /// Returns the first such item after `docid`.
  func next(after docid: Int64) -> Int64? {
    guard let last = docids.last, last > docid else { return nil }
    return docids.first { $0 > docid }
  }
}
