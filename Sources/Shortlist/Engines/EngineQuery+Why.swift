/// What another search engine has found out about an item, to explain whether it is a hit.
@_spi(SearchEngines) public struct EngineEvidence: Sendable {
  /// The item.
  public var item: Item
  /// The hit, if the results show it.
  public var hit: Hit?
  /// The match of the item if the query had no limit; `nil` if the item does not match.
  public var match: EngineMatch?
  /// All matches of that query, in all sections, by the section of the item and by the others.
  public var matches: (inSection: [EngineMatch], elsewhere: [EngineMatch])
  /// Whether the item meets the filter. If it does not, the matches are those without it.
  public var meetsFilter: Bool
  /// Whether the time ran out before all matches were found.
  public var isIncomplete: Bool
  /// All sections of the list.
  public var sections: [ItemSection]

  /// Describes an item.
  public init(
    item: Item, hit: Hit?, match: EngineMatch?,
    matches: (inSection: [EngineMatch], elsewhere: [EngineMatch]), meetsFilter: Bool,
    isIncomplete: Bool, sections: [ItemSection]
  ) {
    self.item = item
    self.hit = hit
    self.match = match
    self.matches = matches
    self.meetsFilter = meetsFilter
    self.isIncomplete = isIncomplete
    self.sections = sections
  }
}

extension EngineQuery {
  /// Returns a query whose matches tell the place of an item: without a limit, and without a scope or a
  /// filter that leaves the item out.
  public static func unlimited(
    _ query: SearchQuery, for item: Item, meetsFilter: Bool
  ) -> SearchQuery {
    var wider = Placement.unlimited(query)
    if let sections = query.sections, !sections.contains(item.section) {
      wider.sections = [item.section]
    }
    if !meetsFilter { wider.filter = nil }
    return wider
  }

  /// Explains why an item is a hit, or why it is not.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public func why(_ evidence: EngineEvidence) throws(ShortlistError) -> Why {
    let all = evidence.matches.inSection + evidence.matches.elsewhere
    var counts = [Int](repeating: 0, count: MatchTier.allCases.count + 1)
    for match in all { counts[match.level.tier.rawValue] += 1 }
    var placement = Placement(
      level: evidence.match?.level, counts: counts, isIncomplete: evidence.isIncomplete)
    if let match = evidence.match, !evidence.isIncomplete {
      let last = placement.lastTried(query)
      let others = query.layout == .flat ? all : evidence.matches.inSection
      let before = others.count {
        $0.level.tier <= last && EngineMatch.precedes($0, match, in: query.order)
      }
      placement.place = before + 1
    }
    let item = evidence.item
    let title = evidence.sections.first { $0.id == item.section }?.title
    return WhyAnswer(
      item: item, query: query, matcher: try ItemMatcher(parsed, item), synonym: nil,
      hit: evidence.hit, placement: placement, meetsFilter: evidence.meetsFilter,
      sections: evidence.sections,
      section: try SectionEvidence(parsed, item, title: title ?? item.section.rawValue)
    ).why
  }
}
