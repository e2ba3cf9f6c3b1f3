/// What to look for, where, and how to answer.
///
/// What a person types is never an error. The text may hold words (all must match), `"a phrase"`,
/// `-word` (without it), `title:word` and the other fields, and `one OR other`. An operator at the end
/// that has nothing behind it yet changes nothing, nor does an `OR` without words on both sides. What
/// else makes no sense as an operator is read as text. The last word is a prefix, unless a space
/// follows it.
public struct SearchQuery: Sendable, Hashable {
  /// One list, or a group for each section.
  public enum Layout: String, Sendable, Hashable, Codable {
    /// A group of hits for each section that has any.
    case grouped
    /// One list without sections.
    case flat
  }

  /// How hits are ordered.
  public enum Order: String, Sendable, Hashable, Codable {
    /// By tier, and within a tier by rank.
    case rank
    /// As the items stand in their sections, for a bar that filters a list in place.
    case list
  }

  /// How groups are ordered.
  public enum GroupOrder: String, Sendable, Hashable, Codable {
    /// By their best hits.
    case bestHit
    /// As the sections stand in the list.
    case sections
  }

  /// How many of the words must match.
  public enum Match: String, Sendable, Hashable, Codable {
    /// All of them.
    case all
    /// Any of them, for questions in prose: ranked by how well the words describe an item, whatever
    /// the tier. Common words of English count only when there are no others; misspelt ones find
    /// nothing.
    case any
  }

  /// How far matches are counted.
  public enum Totals: Sendable, Hashable {
    /// Counting a section may stop at this number, 1 or more; so may the grand total of a flat
    /// answer.
    case bounded(Int)
    /// All are counted.
    case exact
  }

  /// What was typed.
  public var text: String
  /// The sections to look in; `nil` for all. Sections that are not there are passed over.
  public var sections: [ItemSection.ID]?
  /// The largest number of hits: of a group, or of a flat answer. 1 or more.
  public var limit: Int
  /// The largest number of groups, 1 or more; `nil` for all. The first ones of
  /// ``groupOrder`` are given.
  ///
  /// ``SearchResults/total`` and ``SearchResults/groupTotal`` count the others, too, which takes a
  /// fraction of the time: their items are neither ranked nor read.
  public var maxGroups: Int?
  /// One list or groups.
  public var layout: Layout
  /// The order of hits.
  public var order: Order
  /// The order of groups.
  public var groupOrder: GroupOrder
  /// Whether all words must match.
  public var match: Match
  /// How far to count.
  public var totals: Totals
  /// Whether misspelt words may match when few others do.
  public var typos: Bool
  /// Past this, what was found is returned, and marked as incomplete.
  public var timeBudget: Duration
  /// The most characters (Unicode scalars) in a snippet of the body, without the "…" at its ends;
  /// 0 for no snippets.
  public var snippetLength: Int
  /// Where the answer goes on: the cursor of an earlier answer to the same query.
  public var after: SearchCursor?
  /// Whether each hit says why it stands where it does.
  public var explains: Bool

  /// The number of hits when none is asked for: 5 of a group, 20 of a flat answer.
  public static func defaultLimit(_ layout: Layout) -> Int {
    layout == .grouped ? 5 : 20
  }

  /// How far is counted when nothing is said: up to 100 of a section, or 1,000 of a flat answer.
  public static func defaultTotals(_ layout: Layout) -> Totals {
    .bounded(layout == .grouped ? 100 : 1_000)
  }

  /// Asks for `text`; everything else can be left as it is.
  public init(
    _ text: String, in sections: [ItemSection.ID]? = nil, limit: Int? = nil, maxGroups: Int? = nil,
    layout: Layout = .grouped, order: Order = .rank, groupOrder: GroupOrder = .bestHit,
    match: Match = .all, totals: Totals? = nil, typos: Bool = true,
    timeBudget: Duration = .seconds(1), snippetLength: Int = 160, after: SearchCursor? = nil,
    explains: Bool = false
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
    self.timeBudget = timeBudget
    self.snippetLength = max(0, snippetLength)
    self.after = after
    self.explains = explains
  }
}

/// In JSON a query is a request of `shortlist pipe`, in which all but `q` may be left out: `q`,
/// `sections`, `limit`, `maxGroups`, `layout`, `order`, `groupOrder`, `match`, `totals` (`"exact"` or a
/// number), `typos`, `budgetMs`, `snippetLength`, `after` and `explain`.
extension SearchQuery: Codable {
  private enum CodingKeys: String, CodingKey {
    case q, sections, limit, maxGroups, layout, order, groupOrder, match, totals, typos, budgetMs
    case snippetLength, after, explain
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
    if let typos = try values.decodeIfPresent(Bool.self, forKey: .typos) { self.typos = typos }
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
    try values.encode(timeBudget.microseconds / 1_000, forKey: .budgetMs)
    try values.encode(snippetLength, forKey: .snippetLength)
    try values.encodeIfPresent(after, forKey: .after)
    try values.encode(explains, forKey: .explain)
  }
}

/// In JSON, `"exact"`, or the number at which counting may stop.
extension SearchQuery.Totals: Codable {
  /// Decodes how far to count.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for another word than `exact`, or
  ///   a number below 1.
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

  /// Encodes how far to count.
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
