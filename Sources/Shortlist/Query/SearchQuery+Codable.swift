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
