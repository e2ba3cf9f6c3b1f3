/// Where an item stands among all that matches, whatever the limit.
struct Standing {
  /// How the item matches; `nil` when it does not.
  let rung: Rung?
  /// Counted from 1, in its section, or in a flat answer of all; `nil` when it does not match, or the
  /// time ran out.
  private(set) var place: Int?
  /// How many items match on each rung, all sections together, by its number.
  let counts: [Int]
  /// Whether the time ran out before all were found, or put in their order.
  private(set) var isIncomplete: Bool

  /// The number of items on rungs 1 to `last`.
  func count(through last: Int) -> Int { counts[1...last].reduce(0, +) }

  /// The number of hits on better rungs that keeps a rung from being tried; `nil` for the rungs that
  /// always are.
  func obstacle(to rung: Rung, limit: Int) -> (rungs: Int, count: Int)? {
    guard rung >= .fragment else { return nil }
    for rungs in 4..<rung.rawValue where count(through: rungs) >= limit {
      return (rungs, count(through: rungs))
    }
    return nil
  }

  /// The query without a limit, in groups: a flat answer would keep its best in order all the time.
  static func unlimited(_ query: SearchQuery) -> SearchQuery {
    var whole = query
    whole.limit = .max
    whole.maxGroups = nil
    whole.layout = .grouped
    whole.totals = .exact
    whole.after = nil
    whole.explains = false
    return whole
  }

  /// Looks an item up among all that matches, which was found without a limit.
  init(
    of docid: Int64, _ query: SearchQuery, among search: Search
  ) throws(ShortlistError) {
    isIncomplete = search.wasInterrupted
    var counts = [Int](repeating: 0, count: Rung.allCases.count + 1)
    for section in search.sections.values {
      for rung in Rung.allCases { counts[rung.rawValue] += section.count(on: rung) }
    }
    self.counts = counts
    let own = search.sections[DocID(docid).section]
    rung = Step.allCases.first { own?[$0].contains(docid) == true }?.rung
    place = nil
    guard let rung, let own, !isIncomplete else { return }
    // In the order of the list, an item of a rung that was not tried stands before nobody.
    let lastTried = Rung.allCases.last { obstacle(to: $0, limit: query.limit) == nil } ?? .title
    do throws(ShortlistError) {
      place = try Self.place(of: docid, rung, in: own, search, query, lastTried.rawValue)
    } catch {
      guard error.code == .cancelled else { throw error }
      isIncomplete = true
    }
  }

  private static func place(
    of docid: Int64, _ rung: Rung, in own: SectionMatches, _ search: Search, _ query: SearchQuery,
    _ lastTried: Int
  ) throws(ShortlistError) -> Int {
    let isBefore = query.order == .list ? Candidate.standsBefore : Candidate.ranksBefore
    guard let item = try search.candidates(of: own).first(where: { $0.docid == docid }) else {
      return 1
    }
    var place = 1
    for section in query.layout == .flat ? Array(search.sections.values) : [own] {
      for other in try search.candidates(of: section) where other.rung.rawValue <= lastTried {
        if isBefore(other, item) { place += 1 }
      }
    }
    return place
  }
}
