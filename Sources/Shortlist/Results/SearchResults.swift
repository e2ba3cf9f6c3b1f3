/// An answer: hits in groups, or in one list.
public struct SearchResults: Sendable, Hashable {
  /// What was done to a query before it was answered.
  public enum Note: Sendable, Hashable {
    /// The query had more words; only this many were used.
    case wordsCut(kept: Int)
    /// A word was longer than 1,000 characters, and was cut.
    case wordCut
    /// The time budget ran out; the answer holds what was found until then.
    case timeBudgetSpent
    /// The section is not in the repository.
    case unknownSection(ItemSection.ID)
    /// The index was made by another version, and answers until it is built anew: items may be
    /// missing, among them those that have changed since that was begun.
    case indexOutdated
  }

  /// What was asked.
  public let query: SearchQuery
  /// The hits of each section that has any; empty when the answer is flat.
  public let groups: [HitGroup]
  /// The hits of a flat answer; those of a grouped one stand in its groups.
  let flatHits: [Hit]
  /// How many items match, on the tiers that were tried: in all sections, also those that
  /// ``SearchQuery/maxGroups`` leaves out.
  public let total: Total
  /// How many sections have hits: more than there are ``groups`` when ``SearchQuery/maxGroups`` leaves
  /// some out. `.exactly(0)` for a flat answer.
  public let groupTotal: Total
  /// Where a flat answer goes on; `nil` when all hits are here, and in a grouped answer.
  public let next: SearchCursor?
  /// What was cut, and what was passed over.
  public let notes: [Note]
  /// What was meant, when nothing but misspelt words matched: the query with its words as the best
  /// hit has them (`swizer` as "Switzerland", `newzealand` as "New Zealand"); else `nil`.
  ///
  /// Words that were not misspelt stay as they were typed.
  public let correctedText: String?
  /// How long the search took.
  public let duration: Duration
  /// Which streams of matches were opened, and what was read of them; `nil` unless the query asked
  /// for explanations.
  public internal(set) var plan: Explanation? = nil
}

extension SearchResults {
  /// The hits of a flat answer, best first; of a grouped one, all of its groups' hits in turn.
  ///
  /// - Complexity: O(1) for a flat answer, O(*n*) for a grouped one of *n* hits.
  public var hits: [Hit] { groups.isEmpty ? flatHits : groups.flatMap(\.hits) }

  /// Whether there are no hits.
  public var isEmpty: Bool { flatHits.isEmpty && groups.allSatisfy(\.hits.isEmpty) }

  /// Makes a grouped answer, for a source of an app's own.
  public init(query: SearchQuery, groups: [HitGroup], duration: Duration = .zero) {
    self.init(
      query: query, groups: groups, flatHits: [],
      total: groups.map(\.total).reduce(.exactly(0), +), groupTotal: .exactly(groups.count),
      next: nil, notes: [],
      correctedText: nil, duration: duration)
  }

  /// Makes a flat answer, for a source of an app's own; without a total, these are all.
  public init(
    query: SearchQuery, hits: [Hit], total: Total? = nil, duration: Duration = .zero
  ) {
    self.init(
      query: query, groups: [], flatHits: hits, total: total ?? .exactly(hits.count),
      groupTotal: .exactly(0), next: nil, notes: [], correctedText: nil, duration: duration)
  }
}
