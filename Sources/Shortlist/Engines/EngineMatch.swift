/// A match before its item is read, with everything needed to rank it as a repository does.
@_spi(SearchEngines) public struct EngineMatch: Sendable {
  private var candidate: Candidate

  /// Makes a match.
  ///
  /// - Parameters:
  ///   - section: the place of its section in the list.
  ///   - position: the place in the section, in any steps.
  ///   - rankClass: the class of the item, as ``IndexedItem/rankClass`` has it.
  ///   - level: the level on which it matches.
  ///   - distinctiveness: see ``EngineQuery/distinctiveness(ofTitle:typed:titles:)``.
  ///   - relevance: on tier 4, the relevance by a ``TextRanker``; otherwise 0.
  public init(
    section: Int64, position: Int64, rankClass: Int, level: MatchLevel,
    distinctiveness: Int = EngineQuery.noDistinctiveness, relevance: Double = 0
  ) {
    candidate = Candidate(
      docid: DocID.range(ofSection: 0, rankClass: RankClass(rawValue: rankClass)).lowerBound,
      level: level, sectionPosition: section, tie: position, distinctiveness: distinctiveness,
      relevance: relevance)
  }

  /// The level on which it matches.
  public var level: MatchLevel { candidate.level }
  /// The distinctiveness of its title.
  public var distinctiveness: Int {
    get { candidate.distinctiveness }
    set { candidate.distinctiveness = newValue }
  }
  /// The relevance of its words.
  public var relevance: Double {
    get { candidate.relevance }
    set { candidate.relevance = newValue }
  }
  /// The score of the hit, in 0...1.
  public var score: Double { candidate.score }

  /// Whether a match comes before another in an order.
  public static func precedes(
    _ a: EngineMatch, _ b: EngineMatch, in order: SearchQuery.Order
  ) -> Bool {
    order == .list
      ? Candidate.standsBefore(a.candidate, b.candidate)
      : Candidate.ranksBefore(a.candidate, b.candidate)
  }

  /// Returns the numbers of a ``SearchCursor`` at this match: its place in an order.
  public func cursorKey(in order: SearchQuery.Order) -> [Int64] {
    let place = [candidate.sectionPosition, candidate.tie]
    guard order == .rank else { return place }
    // The bit patterns of numbers from 0 up sort like the numbers.
    let relevance = -Int64(bitPattern: candidate.relevance.bitPattern)
    return [Int64(candidate.level.rawValue), relevance, Int64(candidate.rank)] + place
  }
}
