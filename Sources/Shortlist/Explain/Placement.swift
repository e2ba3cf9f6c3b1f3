/// Where an item stands among all that matches, whatever the limit.
struct Placement {
  /// How the item matches; `nil` when it does not.
  let tier: MatchTier?
  /// Counted from 1, in its section, or in a flat answer of all; `nil` when it does not match, or the
  /// time ran out.
  private(set) var place: Int?
  /// How many items match on each tier, all sections together, by its number.
  let counts: [Int]
  /// Whether the time ran out before all were found, or put in their order.
  private(set) var isIncomplete: Bool

  /// The number of items on tiers 1 to `last`.
  func count(through last: Int) -> Int { counts[1...last].reduce(0, +) }

  /// The number of hits on better tiers that keeps a tier from being tried; `nil` for the tiers that
  /// always are.
  func obstacle(to tier: MatchTier, limit: Int) -> (tiers: Int, count: Int)? {
    guard tier >= .substring else { return nil }
    for tiers in 4..<tier.rawValue where count(through: tiers) >= limit {
      return (tiers, count(through: tiers))
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
    var counts = [Int](repeating: 0, count: MatchTier.allCases.count + 1)
    for section in search.sections.values {
      for tier in MatchTier.allCases { counts[tier.rawValue] += section.count(on: tier) }
    }
    self.counts = counts
    let own = search.sections[DocID(docid).section]
    tier = MatchLevel.allCases.first { own?[$0].contains(docid) == true }?.tier
    place = nil
    guard let tier, let own, !isIncomplete else { return }
    // In the order of the list, an item of a tier that was not tried stands before nobody.
    let lastTried =
      MatchTier.allCases.last { obstacle(to: $0, limit: query.limit) == nil } ?? .title
    do throws(ShortlistError) {
      place = try Self.place(of: docid, tier, in: own, search, query, lastTried.rawValue)
    } catch {
      guard error.code == .cancelled else { throw error }
      isIncomplete = true
    }
  }

  private static func place(
    of docid: Int64, _ tier: MatchTier, in own: SectionMatches, _ search: Search,
    _ query: SearchQuery,
    _ lastTried: Int
  ) throws(ShortlistError) -> Int {
    let isBefore = query.order == .list ? Candidate.standsBefore : Candidate.ranksBefore
    guard let item = try search.candidates(of: own).first(where: { $0.docid == docid }) else {
      return 1
    }
    var place = 1
    for section in query.layout == .flat ? Array(search.sections.values) : [own] {
      for other in try search.candidates(of: section) where other.tier.rawValue <= lastTried {
        if isBefore(other, item) { place += 1 }
      }
    }
    return place
  }
}
