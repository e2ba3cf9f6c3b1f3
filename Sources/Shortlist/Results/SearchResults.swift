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

/// The hits of one section. In JSON a group has its `section`, `total` and `hits`, and `next` where they
/// go on.
public struct HitGroup: Sendable, Hashable, Codable, Identifiable {
  /// The section.
  public let section: ItemSection
  /// Its best hits, at most the query's limit.
  public let hits: [Hit]
  /// How many items of the section match, on the tiers that were tried.
  public let total: Total
  /// Where the section's hits go on; `nil` when all are here.
  public let next: SearchCursor?

  /// The id of the section.
  public var id: ItemSection.ID { section.id }
}

extension HitGroup {
  /// Makes a group of hits, for a source of an app's own; without a total, these are all.
  public init(section: ItemSection, hits: [Hit], total: Total? = nil) {
    self.init(section: section, hits: hits, total: total ?? .exactly(hits.count), next: nil)
  }
}

/// A number of matches.
public enum Total: Sendable, Hashable {
  /// All were counted.
  case exactly(Int)
  /// Counting stopped here; there may be more.
  case atLeast(Int)

  /// What was counted.
  public var value: Int {
    switch self {
    case .exactly(let value), .atLeast(let value): value
    }
  }

  /// Whether all were counted.
  public var isExact: Bool {
    if case .exactly = self { true } else { false }
  }

  /// Both together; exact when both are.
  public static func + (a: Total, b: Total) -> Total {
    let sum = a.value + b.value
    return a.isExact && b.isExact ? .exactly(sum) : .atLeast(sum)
  }
}

/// In JSON, `{"value": 100, "relation": "atLeast"}`; the relation of a number that was counted to its end
/// is `exact`.
extension Total: Codable {
  private enum CodingKeys: String, CodingKey {
    case value, relation
  }

  private enum Relation: String, Codable {
    case exact, atLeast
  }

  /// Decodes a total.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let value = try values.decode(Int.self, forKey: .value)
    switch try values.decode(Relation.self, forKey: .relation) {
    case .exact: self = .exactly(value)
    case .atLeast: self = .atLeast(value)
    }
  }

  /// Encodes the total.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(value, forKey: .value)
    try values.encode(isExact ? Relation.exact : .atLeast, forKey: .relation)
  }
}

/// In JSON an answer is as `shortlist pipe` writes it, with more: the whole query as `request`, all fields
/// of the items, and notes to branch on.
///
/// - `query`: the text that was asked for; `request`: the ``SearchQuery``.
/// - `groups` or `hits`, as the layout is; `total`; in groups, `groupTotal`; and where a flat answer goes
///   on, `next`.
/// - `corrected`, `plan`: where there are any.
/// - `micros`: how long the search took, in millionths of a second, with up to three decimals.
/// - `notes`: see ``Note``.
extension SearchResults: Codable {
  private enum CodingKeys: String, CodingKey {
    case query, request, corrected, groups, groupTotal, hits, total, next, micros, plan, notes
  }

  /// Decodes an answer.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let groups = try values.decodeIfPresent([HitGroup].self, forKey: .groups) ?? []
    self.init(
      query: try values.decode(SearchQuery.self, forKey: .request), groups: groups,
      flatHits: try values.decodeIfPresent([Hit].self, forKey: .hits) ?? [],
      total: try values.decode(Total.self, forKey: .total),
      groupTotal: try values.decodeIfPresent(Total.self, forKey: .groupTotal)
        ?? .exactly(groups.count),
      next: try values.decodeIfPresent(SearchCursor.self, forKey: .next),
      notes: try values.decode([Note].self, forKey: .notes),
      correctedText: try values.decodeIfPresent(String.self, forKey: .corrected),
      duration: Duration(microseconds: try values.decode(Double.self, forKey: .micros)),
      plan: try values.decodeIfPresent(Explanation.self, forKey: .plan))
  }

  /// Encodes the answer.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(query.text, forKey: .query)
    try values.encode(query, forKey: .request)
    try values.encodeIfPresent(correctedText, forKey: .corrected)
    if groups.isEmpty, !flatHits.isEmpty || query.layout == .flat {
      try values.encode(flatHits, forKey: .hits)
    } else {
      try values.encode(groups, forKey: .groups)
      try values.encode(groupTotal, forKey: .groupTotal)
    }
    try values.encode(total, forKey: .total)
    try values.encodeIfPresent(next, forKey: .next)
    try values.encode(duration.microseconds, forKey: .micros)
    try values.encodeIfPresent(plan, forKey: .plan)
    try values.encode(notes, forKey: .notes)
  }
}

/// In JSON a note has a `code`, which is the name of its case, and of `wordsCut` also `kept`, of
/// `unknownSection` also `section`.
extension SearchResults.Note: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, kept, section
  }

  private enum Code: String, Codable {
    case wordsCut, wordCut, timeBudgetSpent, unknownSection, indexOutdated
  }

  /// Decodes a note.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch try values.decode(Code.self, forKey: .code) {
    case .wordsCut: self = .wordsCut(kept: try values.decode(Int.self, forKey: .kept))
    case .wordCut: self = .wordCut
    case .timeBudgetSpent: self = .timeBudgetSpent
    case .unknownSection:
      self = .unknownSection(try values.decode(ItemSection.ID.self, forKey: .section))
    case .indexOutdated: self = .indexOutdated
    }
  }

  /// Encodes the note.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .wordsCut(let kept):
      try values.encode(Code.wordsCut, forKey: .code)
      try values.encode(kept, forKey: .kept)
    case .wordCut: try values.encode(Code.wordCut, forKey: .code)
    case .timeBudgetSpent: try values.encode(Code.timeBudgetSpent, forKey: .code)
    case .unknownSection(let section):
      try values.encode(Code.unknownSection, forKey: .code)
      try values.encode(section, forKey: .section)
    case .indexOutdated: try values.encode(Code.indexOutdated, forKey: .code)
    }
  }
}

extension Duration {
  /// A duration from millionths of a second, to the nanosecond; the longest there is for more.
  init(microseconds: Double) {
    let nanoseconds = (microseconds * 1_000).rounded()
    self = .nanoseconds(Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
  }

  /// Millionths of a second.
  var microseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e6 + Double(attoseconds / 1_000_000_000) / 1_000
  }
}
