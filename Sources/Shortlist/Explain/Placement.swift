/// The place of an item among all matches, regardless of the limit.
struct Placement {
  /// The level on which the item matches; `nil` when it does not.
  let level: MatchLevel?
  /// Whether the item is pinned for the text, and whether it is a match only for that.
  let isPinned, isOnlyPinned: Bool
  /// Its tier.
  var tier: MatchTier? { level?.tier }
  /// Whether it matches there only with a synonym.
  var matchesSynonym: Bool { level?.isSynonym ?? false }
  /// The place, from 1, in its section, or among all matches of a flat result; `nil` when the item
  /// does not match, or the time ran out.
  var place: Int?
  /// The number of items on each tier, in all sections together, indexed by the tier's number.
  let counts: [Int]
  /// Whether the time ran out before all matches were found or ordered.
  private(set) var isIncomplete: Bool

  /// Returns the number of items on tiers 1 to `last`.
  func count(through last: Int) -> Int { counts[1...last].reduce(0, +) }

  /// Returns the better tiers, and their number of hits, that keep a tier from being tried; `nil`
  /// when nothing does.
  func obstacle(to tier: MatchTier, limit: Int) -> (tiers: Int, count: Int)? {
    guard tier >= .substring else { return nil }
    for tiers in 4..<tier.rawValue where count(through: tiers) >= limit {
      return (tiers, count(through: tiers))
    }
    return nil
  }

  /// Returns the query in groups and without a limit. A flat result would keep its best in order
  /// throughout.
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

  /// Makes the placement of an item that nobody has pinned.
  init(level: MatchLevel?, counts: [Int], isIncomplete: Bool) {
    self.level = level
    self.counts = counts
    self.isIncomplete = isIncomplete
    isPinned = false
    isOnlyPinned = false
    place = nil
  }

  /// Looks up an item in a search without a limit.
  init(
    of docid: Int64, _ query: SearchQuery, among search: Search
  ) throws(ShortlistError) {
    isIncomplete = search.wasInterrupted
    isPinned = search.learned.pinned.contains(docid)
    isOnlyPinned = search.learned.unmatchedPins.contains(docid)
    var counts = [Int](repeating: 0, count: MatchTier.allCases.count + 1)
    for section in search.sections.values {
      for tier in MatchTier.allCases { counts[tier.rawValue] += section.count(on: tier) }
    }
    self.counts = counts
    let own = search.sections[DocID(docid).section]
    level = MatchLevel.allCases.first { own?[$0].contains(docid) == true }
    place = nil
    guard let tier, let own, !isIncomplete else { return }
    let lastTried = lastTried(query)
    do throws(ShortlistError) {
      place = try Self.place(of: docid, tier, in: own, search, query, lastTried.rawValue)
    } catch {
      guard error.code == .cancelled else { throw error }
      isIncomplete = true
    }
  }

  /// Returns the last tier that is tried. In list order, an item on a worse one precedes no other.
  func lastTried(_ query: SearchQuery) -> MatchTier {
    MatchTier.allCases.last { obstacle(to: $0, limit: query.limit) == nil } ?? .title
  }

  private static func place(
    of docid: Int64, _ tier: MatchTier, in own: SectionMatches, _ search: Search,
    _ query: SearchQuery,
    _ lastTried: Int
  ) throws(ShortlistError) -> Int {
    guard let item = try search.candidates(of: own).first(where: { $0.docid == docid }) else {
      return 1
    }
    var place = 1
    for section in query.layout == .flat ? Array(search.sections.values) : [own] {
      for other in try search.candidates(of: section) where other.tier.rawValue <= lastTried {
        if search.isBefore(other, item) { place += 1 }
      }
    }
    return place
  }
}
