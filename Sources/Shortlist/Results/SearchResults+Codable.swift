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
