/// The results of a query: hits in groups, or in one list.
///
/// ```swift
/// let results = try await repository.search(SearchQuery("land", layout: .flat))
/// print(results.total.value, "matches")
/// for hit in results.hits {
///   print(hit.item.title)
/// }
/// ```
public struct SearchResults: Sendable, Hashable {
  /// A remark on how the query was processed.
  public enum Note: Sendable, Hashable {
    /// The query had more words than allowed; only this many were used.
    case wordsCut(kept: Int)
    /// A word was longer than 1,000 characters and was cut.
    case wordCut
    /// The time budget ran out; the results hold the hits found until then.
    case timeBudgetSpent
    /// The section is not in the repository.
    case unknownSection(ItemSection.ID)
    /// No item of the repository has the attribute.
    case unknownAttribute(String)
    /// The index was made by another version and stays in use until it is rebuilt. Items may be
    /// missing, including those changed since the rebuild began.
    case indexOutdated
  }

  /// The query.
  public let query: SearchQuery
  /// The hits of each section with matches; empty in flat results.
  public let groups: [HitGroup]
  /// The hits of flat results; those of grouped results are in their groups.
  let flatHits: [Hit]
  /// The number of matches on the tiers that were tried, in all sections, including those omitted
  /// because of ``SearchQuery/maxGroups``.
  public let total: Total
  /// The number of sections with hits. It exceeds the number of ``groups`` if
  /// ``SearchQuery/maxGroups`` omits some. `.exactly(0)` in flat results.
  public let groupTotal: Total
  /// The cursor of the next page of flat results; `nil` on the last page, and in grouped results.
  public let next: SearchCursor?
  /// Remarks on what was cut or skipped.
  public let notes: [Note]
  /// The corrected query, if only misspelt words matched; otherwise `nil`. Its words are spelt as
  /// in the best hit: "Switzerland" for `swizer`, "New Zealand" for `newzealand`.
  ///
  /// Correctly spelt words stay as they were typed.
  public let correctedText: String?
  /// The time the search took.
  public let duration: Duration
  /// The values of the attributes in ``SearchQuery/facets``, in that order.
  ///
  /// They count the matches in ``total``. A number is exact if all matches were looked at; otherwise
  /// it is a lower bound, at least as high as that of ``SearchQuery/totals``.
  public internal(set) var facets: [Facet] = []
  /// The docid iterators that the search opened, with the rows read from each; `nil` unless the
  /// query asked for explanations.
  public internal(set) var plan: Explanation? = nil
}

extension SearchResults {
  /// The hits of flat results, best first; for grouped results, the hits of each group in turn.
  ///
  /// - Complexity: O(1) for flat results, O(*n*) for grouped results with *n* hits.
  public var hits: [Hit] { groups.isEmpty ? flatHits : groups.flatMap(\.hits) }

  /// Whether there are no hits.
  public var isEmpty: Bool { flatHits.isEmpty && groups.allSatisfy(\.hits.isEmpty) }

  /// Makes grouped results, for a search source other than a repository; `total` defaults to the sum
  /// of the groups' totals, and `groupTotal` to the number of groups.
  public init(
    query: SearchQuery, groups: [HitGroup], total: Total? = nil, groupTotal: Total? = nil,
    notes: [Note] = [], correctedText: String? = nil, facets: [Facet] = [],
    duration: Duration = .zero
  ) {
    self.init(
      query: query, groups: groups, flatHits: [],
      total: total ?? groups.map(\.total).reduce(.exactly(0), +),
      groupTotal: groupTotal ?? .exactly(groups.count), next: nil, notes: notes,
      correctedText: correctedText, duration: duration, facets: facets)
  }

  /// Makes flat results, for a search source other than a repository; `total` defaults to the
  /// number of hits.
  public init(
    query: SearchQuery, hits: [Hit], total: Total? = nil, next: SearchCursor? = nil,
    notes: [Note] = [], correctedText: String? = nil, facets: [Facet] = [],
    duration: Duration = .zero
  ) {
    self.init(
      query: query, groups: [], flatHits: hits, total: total ?? .exactly(hits.count),
      groupTotal: .exactly(0), next: next, notes: notes, correctedText: correctedText,
      duration: duration, facets: facets)
  }
}

/// The hits of one section. The JSON of a group has its `section`, `total`, `hits` and, if there
/// are more hits, `next`.
///
/// ```swift
/// for group in results.groups {
///   print(group.section.title, group.total.value)
///   for hit in group.hits { print("  ", hit.item.title) }
/// }
/// ```
public struct HitGroup: Sendable, Hashable, Codable, Identifiable {
  /// The section.
  public let section: ItemSection
  /// The best hits of the section, limited by the query.
  public let hits: [Hit]
  /// The number of matches in the section, on the tiers that were tried.
  public let total: Total
  /// The cursor of the section's next page of hits; `nil` if there are no more.
  public let next: SearchCursor?

  /// The id of the section.
  public var id: ItemSection.ID { section.id }
}

extension HitGroup {
  /// Makes a group of hits, for a search source other than a repository; `total` defaults to the
  /// number of hits.
  public init(
    section: ItemSection, hits: [Hit], total: Total? = nil, next: SearchCursor? = nil
  ) {
    self.init(section: section, hits: hits, total: total ?? .exactly(hits.count), next: next)
  }
}

/// A count of matches, exact or bounded.
public enum Total: Sendable, Hashable {
  /// The exact number.
  case exactly(Int)
  /// A lower bound: counting stopped at this number.
  case atLeast(Int)

  /// The number counted.
  public var value: Int {
    switch self {
    case .exactly(let value), .atLeast(let value): value
    }
  }

  /// Whether the number is exact.
  public var isExact: Bool {
    if case .exactly = self { true } else { false }
  }

  /// Adds two totals; the sum is exact if both are.
  public static func + (a: Total, b: Total) -> Total {
    let sum = a.value + b.value
    return a.isExact && b.isExact ? .exactly(sum) : .atLeast(sum)
  }
}

/// The JSON is `{"value": 100, "relation": "atLeast"}`; the relation of an exact number is `exact`.
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

/// The JSON of results is that of `shortlist pipe` with more detail: the whole query as `request`,
/// all fields of the items, and notes to branch on.
///
/// - `query`: the text of the query; `request`: the ``SearchQuery``.
/// - `groups` or `hits`, depending on the layout; `total`; for groups, `groupTotal`; for flat
///   results with more hits, `next`.
/// - `corrected`, `facets`, `plan`: if present.
/// - `micros`: the time the search took, in microseconds, with up to three decimals.
/// - `notes`: see ``Note``.
extension SearchResults: Codable {
  private enum CodingKeys: String, CodingKey {
    case query, request, corrected, groups, groupTotal, hits, total, next, facets, micros, plan
    case notes
  }

  /// Decodes results.
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
      facets: try values.decodeIfPresent([Facet].self, forKey: .facets) ?? [],
      plan: try values.decodeIfPresent(Explanation.self, forKey: .plan))
  }

  /// Encodes the results.
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
    if !facets.isEmpty { try values.encode(facets, forKey: .facets) }
    try values.encode(duration.microseconds, forKey: .micros)
    try values.encodeIfPresent(plan, forKey: .plan)
    try values.encode(notes, forKey: .notes)
  }
}

/// The JSON of a note has a `code`, the name of its case; for `wordsCut` also `kept`, and for
/// `unknownSection` also `section`, and for `unknownAttribute` also `attribute`.
extension SearchResults.Note: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, kept, section, attribute
  }

  private enum Code: String, Codable {
    case wordsCut, wordCut, timeBudgetSpent, unknownSection, unknownAttribute, indexOutdated
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
    case .unknownAttribute:
      self = .unknownAttribute(try values.decode(String.self, forKey: .attribute))
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
    case .unknownAttribute(let name):
      try values.encode(Code.unknownAttribute, forKey: .code)
      try values.encode(name, forKey: .attribute)
    case .indexOutdated: try values.encode(Code.indexOutdated, forKey: .code)
    }
  }
}

extension Duration {
  /// Makes a duration from microseconds, rounded to the nanosecond and limited to the largest
  /// duration.
  init(microseconds: Double) {
    let nanoseconds = (microseconds * 1_000).rounded()
    self = .nanoseconds(Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
  }

  /// The duration in microseconds.
  var microseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e6 + Double(attoseconds / 1_000_000_000) / 1_000
  }
}
