/// A search: the text to find, where to look for it, and how to return the results.
///
/// ```swift
/// var query = SearchQuery("new -york", in: ["Cities", "Countries"], limit: 10)
/// query.layout = .flat
/// let results = try await repository.search(query)
/// ```
///
/// The text a person types is never an error. It may contain words (all must match), `"a phrase"`,
/// `-word` (to exclude a word), `title:word` and the other fields, and `one OR other`. The last
/// word is a prefix unless a space follows it. An operator at the end with nothing after it yet
/// changes nothing, nor does an `OR` without words on both sides. Any other invalid operator is
/// read as text.
public struct SearchQuery: Sendable, Hashable {
  /// The arrangement of hits: one list, or a group for each section.
  public enum Layout: String, Sendable, Hashable, Codable {
    /// A group of hits for each section with matches.
    case grouped
    /// One list without sections.
    case flat
  }

  /// The order of hits.
  public enum Order: String, Sendable, Hashable, Codable {
    /// By tier, and within a tier by rank.
    case rank
    /// By position in the list, for a bar that filters a list in place.
    case list
  }

  /// The order of groups.
  public enum GroupOrder: String, Sendable, Hashable, Codable {
    /// By their best hits.
    case bestHit
    /// By the order of the sections in the list.
    case sections
  }

  /// The number of words that must match.
  public enum Match: String, Sendable, Hashable, Codable {
    /// All words.
    case all
    /// Any words, for questions in prose. Hits are ranked by how well the words describe an item,
    /// whatever the tier. Common English words count only if there are no others; misspelt words
    /// find nothing.
    case any
  }

  /// The limit on counting matches.
  public enum Totals: Sendable, Hashable {
    /// Counting may stop at this number, 1 or more, in each section or for the grand total of flat
    /// results.
    ///
    /// Letters that many words contain (``MatchTier/substring``) are looked for in one item after the
    /// other. If that takes long and some match, a search looks at 32,768 items only, those that rank
    /// best in their sections, and counting may stop before this number once there are enough hits. The
    /// total is then a lower bound. The next page of a group searches the other items of its section.
    /// If none of these items match, the search looks at the others, too, unless it is for more than
    /// eight different parts of words.
    case bounded(Int)
    /// All matches are counted.
    case exact
  }

  /// The text as typed.
  public var text: String
  /// The sections to search; `nil` for all. Unknown sections are skipped.
  public var sections: [ItemSection.ID]?
  /// The most hits in a group, or in flat results; 1 or more.
  public var limit: Int
  /// The most groups, 1 or more; `nil` for all. Only the first groups in ``groupOrder`` are
  /// returned.
  ///
  /// ``SearchResults/total`` and ``SearchResults/groupTotal`` include the other groups. Counting
  /// them takes a fraction of the time, because their items are neither ranked nor read.
  public var maxGroups: Int?
  /// The arrangement of hits.
  public var layout: Layout
  /// The order of hits.
  public var order: Order
  /// The order of groups.
  public var groupOrder: GroupOrder
  /// Whether all words must match.
  public var match: Match
  /// The limit on counting matches.
  public var totals: Totals
  /// The misspelt words that may match when there are few other matches.
  public var typos: TypoTolerance
  /// Whether quotes, `-`, `title:` and `OR` are operators; otherwise they are text.
  public var operators: Bool
  /// Whether up to three hits of each group, or of flat results, come first because they were
  /// chosen before for such a text.
  ///
  /// Learning changes the order of hits in the order ``Order/rank``, and of groups by their best
  /// hits; it changes neither which items match nor how many. Questions (``Match/any``) ignore it.
  /// See ``ItemRepository/rememberChoice(of:for:)``.
  public var usesLearning: Bool
  /// Whether a word of the text may be in the title of an item's section instead of the item:
  /// `visited ice` finds Iceland in "Countries visited".
  ///
  /// The item must match all words that the title lacks, and at least one. Such a hit stands one
  /// tier below the match of the item alone, after the other hits of that tier; on the tier
  /// ``MatchTier/text``, the last one of these, it comes last. Phrases, words in a field and questions
  /// (``Match/any``) are not looked for in titles of sections.
  public var matchesSectionTitles: Bool
  /// The weights of fields for relevance, which orders tier 4 (``MatchTier/text``) and questions
  /// (``Match/any``), from 0 to 100.
  ///
  /// Without one, a word in the title counts 5 times as much as in the body, in the keywords 3 times,
  /// and in the subtitle twice. A word in a field of weight 0 still matches, but adds nothing to the
  /// relevance. Weights above 100 count as 100, and those below 0 as 0.
  public var fieldWeights: [Field: Double]
  /// The time limit. A search that reaches it returns the hits found so far, marked as incomplete.
  public var timeBudget: Duration
  /// The longest snippet of the body in characters (Unicode scalars), excluding the "…" at its
  /// ends; 0 for no snippets.
  public var snippetLength: Int
  /// The place to continue from: the cursor of earlier results of the same query.
  public var after: SearchCursor?
  /// Whether each hit explains its place.
  public var explains: Bool
  /// Whether a search inside words looks at all items of a large list, however long that takes.
  @_spi(SearchEngines) public var checksAll = false
  /// The condition on the attributes of items; `nil` for none.
  ///
  /// A search with a filter answers as a list would that holds only the items that meet it. If the
  /// text has no words, all of these are hits, on the tier ``MatchTier/words``.
  public var filter: AttributeFilter?
  /// The attribute that the hits are sorted by; `nil` for the order of ``order``.
  ///
  /// A sorted search finds the same hits, whatever their tier. If the text has no words, all items
  /// are hits. Questions (``Match/any``) cannot be sorted, and ignore it, as learning is ignored in
  /// a sorted search.
  public var sort: AttributeSort?
  /// The names of the attributes whose values are counted among the matches; see
  /// ``SearchResults/facets``.
  public var facets: [String]
  /// The most values of each facet, 1 or more.
  public var maxFacetValues: Int

  /// The default limit: 5 hits in a group, 20 in flat results.
  public static func defaultLimit(_ layout: Layout) -> Int {
    layout == .grouped ? 5 : 20
  }

  /// The default limit on counting: 100 in a section, 1,000 in flat results.
  public static func defaultTotals(_ layout: Layout) -> Totals {
    .bounded(layout == .grouped ? 100 : 1_000)
  }

  /// Makes a query for `text`, with defaults for everything else.
  public init(
    _ text: String, in sections: [ItemSection.ID]? = nil, limit: Int? = nil, maxGroups: Int? = nil,
    layout: Layout = .grouped, order: Order = .rank, groupOrder: GroupOrder = .bestHit,
    match: Match = .all, totals: Totals? = nil, typos: TypoTolerance = .on,
    operators: Bool = true,
    usesLearning: Bool = false, matchesSectionTitles: Bool = true,
    fieldWeights: [Field: Double] = [:],
    timeBudget: Duration = .seconds(1), snippetLength: Int = 160,
    after: SearchCursor? = nil,
    explains: Bool = false, filter: AttributeFilter? = nil, sort: AttributeSort? = nil,
    facets: [String] = [], maxFacetValues: Int = 20
  ) {
    self.text = text
    self.sections = sections
    self.limit = max(1, limit ?? Self.defaultLimit(layout))
    self.maxGroups = maxGroups.map { max(1, $0) }
    self.layout = layout
    self.order = order
    self.groupOrder = groupOrder
    self.match = match
    self.totals = totals ?? Self.defaultTotals(layout)
    self.typos = typos
    self.operators = operators
    self.usesLearning = usesLearning
    self.matchesSectionTitles = matchesSectionTitles
    self.fieldWeights = fieldWeights
    self.timeBudget = timeBudget
    self.snippetLength = max(0, snippetLength)
    self.after = after
    self.explains = explains
    self.filter = filter
    self.sort = sort
    self.facets = facets
    self.maxFacetValues = max(1, maxFacetValues)
  }
}

extension SearchQuery {
  /// Whether learned items come first.
  var ordersByLearning: Bool { usesLearning && order == .rank && match == .all && sorting == nil }

  /// The attribute that the hits are sorted by, if the query can be sorted.
  var sorting: AttributeSort? { match == .all ? sort : nil }

  /// Whether the query concerns attributes.
  var usesAttributes: Bool { filter != nil || sorting != nil || !facets.isEmpty }

  /// Whether all items are matches if the text has no words.
  var listsItems: Bool { match == .all && (filter != nil || sort != nil || !facets.isEmpty) }
}

extension SearchQuery: ExpressibleByStringLiteral {
  /// Makes a query for a text, with defaults for everything else.
  public init(stringLiteral text: String) { self.init(text) }
}

/// The JSON of a query is a request of `shortlist pipe`. All keys except `q` are optional: `q`,
/// `sections`, `limit`, `maxGroups`, `layout`, `order`, `groupOrder`, `match`, `totals` (`"exact"`
/// or a number), `typos` (`true`, `false` or a ``TypoTolerance``), `operators`, `learned`,
/// `sectionTitles`, `fieldWeights` (`{"body": 0.5}`), `budgetMs`, `snippetLength`, `after`, `explain`,
/// `where` (a filter, or a list of filters that all have to be met), `sort`, `facets` and
/// `maxFacetValues`.
extension SearchQuery: Codable {
  private enum CodingKeys: String, CodingKey {
    case q, sections, limit, maxGroups, layout, order, groupOrder, match, totals, typos
    case operators, learned, sectionTitles, fieldWeights, budgetMs
    case snippetLength, after, explain
    case filter = "where"
    case sort, facets, maxFacetValues
  }

  /// Decodes a query.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try values.decode(String.self, forKey: .q))
    if let layout = try values.decodeIfPresent(Layout.self, forKey: .layout) {
      self.layout = layout
    }
    sections = try values.decodeIfPresent([ItemSection.ID].self, forKey: .sections)
    limit = max(
      1, try values.decodeIfPresent(Int.self, forKey: .limit) ?? Self.defaultLimit(layout))
    maxGroups = try values.decodeIfPresent(Int.self, forKey: .maxGroups).map { max(1, $0) }
    if let order = try values.decodeIfPresent(Order.self, forKey: .order) { self.order = order }
    if let order = try values.decodeIfPresent(GroupOrder.self, forKey: .groupOrder) {
      groupOrder = order
    }
    if let match = try values.decodeIfPresent(Match.self, forKey: .match) { self.match = match }
    totals =
      try values.decodeIfPresent(Totals.self, forKey: .totals) ?? Self.defaultTotals(layout)
    if let typos = try values.decodeIfPresent(TypoTolerance.self, forKey: .typos) {
      self.typos = typos
    }
    if let operators = try values.decodeIfPresent(Bool.self, forKey: .operators) {
      self.operators = operators
    }
    if let learned = try values.decodeIfPresent(Bool.self, forKey: .learned) {
      usesLearning = learned
    }
    if let titles = try values.decodeIfPresent(Bool.self, forKey: .sectionTitles) {
      matchesSectionTitles = titles
    }
    if values.contains(.fieldWeights), try !values.decodeNil(forKey: .fieldWeights) {
      let weights = try values.nestedContainer(keyedBy: FieldKey.self, forKey: .fieldWeights)
      for field in Field.allCases {
        fieldWeights[field] = try weights.decodeIfPresent(Double.self, forKey: FieldKey(field))
      }
    }
    if let budget = try values.decodeIfPresent(Double.self, forKey: .budgetMs) {
      timeBudget = Duration(microseconds: budget * 1_000)
    }
    if let length = try values.decodeIfPresent(Int.self, forKey: .snippetLength) {
      snippetLength = max(0, length)
    }
    after = try values.decodeIfPresent(SearchCursor.self, forKey: .after)
    if let explains = try values.decodeIfPresent(Bool.self, forKey: .explain) {
      self.explains = explains
    }
    if let filters = try? values.decode([AttributeFilter].self, forKey: .filter) {
      filter = filters.isEmpty ? nil : filters.count == 1 ? filters[0] : .all(filters)
    } else {
      filter = try values.decodeIfPresent(AttributeFilter.self, forKey: .filter)
    }
    sort = try values.decodeIfPresent(AttributeSort.self, forKey: .sort)
    facets = try values.decodeIfPresent([String].self, forKey: .facets) ?? []
    if let most = try values.decodeIfPresent(Int.self, forKey: .maxFacetValues) {
      maxFacetValues = max(1, most)
    }
  }

  /// Encodes the query.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(text, forKey: .q)
    try values.encodeIfPresent(sections, forKey: .sections)
    try values.encode(limit, forKey: .limit)
    try values.encodeIfPresent(maxGroups, forKey: .maxGroups)
    try values.encode(layout, forKey: .layout)
    try values.encode(order, forKey: .order)
    try values.encode(groupOrder, forKey: .groupOrder)
    try values.encode(match, forKey: .match)
    try values.encode(totals, forKey: .totals)
    try values.encode(typos, forKey: .typos)
    if !operators { try values.encode(false, forKey: .operators) }
    try values.encode(usesLearning, forKey: .learned)
    if !matchesSectionTitles { try values.encode(false, forKey: .sectionTitles) }
    if !fieldWeights.isEmpty {
      var weights = values.nestedContainer(keyedBy: FieldKey.self, forKey: .fieldWeights)
      for field in Field.allCases {
        try weights.encodeIfPresent(fieldWeights[field], forKey: FieldKey(field))
      }
    }
    try values.encode(timeBudget.microseconds / 1_000, forKey: .budgetMs)
    try values.encode(snippetLength, forKey: .snippetLength)
    try values.encodeIfPresent(after, forKey: .after)
    try values.encode(explains, forKey: .explain)
    try values.encodeIfPresent(filter, forKey: .filter)
    try values.encodeIfPresent(sort, forKey: .sort)
    if !facets.isEmpty {
      try values.encode(facets, forKey: .facets)
      try values.encode(maxFacetValues, forKey: .maxFacetValues)
    }
  }
}

/// The JSON is `"exact"`, or the number at which counting may stop.
extension SearchQuery.Totals: Codable {
  /// Decodes a limit on counting.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a string other than
  ///   `exact`, or a number below 1.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let bound = try? value.decode(Int.self), bound >= 1 {
      self = .bounded(bound)
    } else if (try? value.decode(String.self)) == "exact" {
      self = .exact
    } else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "This is neither “exact” nor a number of 1 or more.")
    }
  }

  /// Encodes the limit on counting.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .bounded(let bound): try value.encode(bound)
    case .exact: try value.encode("exact")
    }
  }
}
