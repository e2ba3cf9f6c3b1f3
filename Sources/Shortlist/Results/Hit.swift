/// An item that matches a query.
///
/// ```swift
/// for hit in results.hits {
///   let matched = hit.ranges(in: .title).map { hit.item.title[$0] }
///   print(hit.item.title, hit.tier, matched)
/// }
/// ```
public struct Hit: Sendable, Hashable, Identifiable {
  /// The item, with all its fields and its payload.
  ///
  /// - Complexity: O(1); the first time, O(*n*) for an item of *n* bytes, up to about 16,000. Larger
  ///   items, and those with attributes, are made by the search.
  public var item: Item { contents.item(number) }
  /// The tier on which the item matched.
  public let tier: MatchTier
  /// The quality of the match: in 0...1, higher is better, never rising down a list in rank order,
  /// except after learned hits.
  public let score: Double
  /// Whether the hit comes first because it was chosen before for such a text. See
  /// ``SearchQuery/usesLearning``.
  public let isLearned: Bool
  /// Whether the item matched only with a synonym in place of a typed word, or on a better tier
  /// that way. See ``SynonymSet``.
  public let matchesSynonym: Bool
  /// Whether the item matches only together with the title of its section, which has some of the
  /// words. See ``SearchQuery/matchesSectionTitles``.
  public let matchesSection: Bool
  /// Whether the item was pinned for the text. See ``ItemRepository/pin(_:for:)``.
  public let isPinned: Bool
  /// The reasons for the hit's place; `nil` unless the query asked for them.
  public internal(set) var explanation: Explanation?
  /// What makes the item and the matches of the hit, given its number there.
  let contents: any HitContents
  let number: Int

  /// The id of the item.
  public var id: Item.ID { item.id }

  /// The matches, field by field in the order of ``Field``'s cases, each from left to right. Empty
  /// if the memory runs out while they are found.
  ///
  /// - Complexity: O(1); the first time, O(*n*) for an item with *n* bytes of text, up to 8,192.
  ///   Matches in longer items are found by the search.
  public var highlights: [Highlight] { matches.highlights }

  /// The passage of the body that matched; `nil` if the body did not match.
  ///
  /// - Complexity: as for ``highlights``.
  public var snippet: Snippet? { matches.snippet }

  /// The highlights and the snippet.
  package var matches: HitMatches { contents.matches(number) }

  /// The fields that matched.
  public var matchedFields: [Field] {
    let highlights = highlights
    return Field.allCases.filter { field in highlights.contains { $0.field == field } }
  }

  /// Returns the matched ranges of one field; for keywords, those of each keyword in turn.
  public func ranges(in field: Field) -> [Range<String.Index>] {
    highlights.filter { $0.field == field }.map(\.range)
  }
}

extension Hit {
  /// Makes a hit, for a search source other than a repository.
  public init(
    item: Item, tier: MatchTier, score: Double = 1, highlights: [Highlight] = [],
    snippet: Snippet? = nil, isLearned: Bool = false, matchesSynonym: Bool = false,
    matchesSection: Bool = false, isPinned: Bool = false
  ) {
    self.init(
      tier: tier, score: score, isLearned: isLearned, matchesSynonym: matchesSynonym,
      matchesSection: matchesSection, isPinned: isPinned, explanation: nil,
      contents: MadeHit(item, HitMatches(highlights: highlights, snippet: snippet)), number: 0)
  }

  /// Whether two hits have the same item, place and matches.
  public static func == (a: Hit, b: Hit) -> Bool {
    a.item == b.item && a.tier == b.tier && a.score == b.score && a.isLearned == b.isLearned
      && a.matchesSynonym == b.matchesSynonym && a.matchesSection == b.matchesSection
      && a.isPinned == b.isPinned && a.explanation == b.explanation
      && a.highlights == b.highlights && a.snippet == b.snippet
  }

  /// Hashes the item, its tier and its score.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(item)
    hasher.combine(tier)
    hasher.combine(score)
  }
}

/// The JSON of a hit is that of `shortlist pipe`, with all fields of its ``Item`` in addition to
/// `tier`, `score`, `ranges`, `snippet`, `learned`, `synonym`, `matchesSection` and `pinned` if they
/// are true, and, if the query asked for it, `explanation`.
///
/// The ranges are in UTF-8 bytes, by field: `{"title": [[0, 4]]}`. Keywords have an array each:
/// `{"keywords": [[], [[0, 4]]]}`.
extension Hit: Codable {
  private enum CodingKeys: String, CodingKey {
    case tier, score, ranges, snippet, learned, synonym, matchesSection, pinned, explanation
  }

  /// Decodes a hit.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a range outside its text.
  public init(from decoder: any Decoder) throws {
    let item = try Item(from: decoder)
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let ranges = try values.nestedContainer(keyedBy: FieldKey.self, forKey: .ranges)
    var highlights: [Highlight] = []
    for field in Field.allCases where ranges.contains(FieldKey(field)) {
      let key = FieldKey(field)
      let found =
        field == .keywords
        ? try ranges.decode([[ByteRange]].self, forKey: key)
        : [try ranges.decode([ByteRange].self, forKey: key)]
      let path = ranges.codingPath + [key]
      for (keyword, ranges) in found.enumerated() where !ranges.isEmpty {
        guard let text = item.text(of: field, keyword: keyword) else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: path, debugDescription: "There is no keyword \(keyword)."))
        }
        highlights += try ranges.map {
          Highlight(field: field, keyword: keyword, range: try $0.range(in: text, at: path))
        }
      }
    }
    self.init(
      item: item, tier: try values.decode(MatchTier.self, forKey: .tier),
      score: try values.decode(Double.self, forKey: .score), highlights: highlights,
      snippet: try values.decodeIfPresent(Snippet.self, forKey: .snippet),
      isLearned: try values.decodeIfPresent(Bool.self, forKey: .learned) ?? false,
      matchesSynonym: try values.decodeIfPresent(Bool.self, forKey: .synonym) ?? false,
      matchesSection: try values.decodeIfPresent(Bool.self, forKey: .matchesSection) ?? false,
      isPinned: try values.decodeIfPresent(Bool.self, forKey: .pinned) ?? false)
    explanation = try values.decodeIfPresent(Explanation.self, forKey: .explanation)
  }

  /// Encodes the hit.
  ///
  /// - Throws: what the encoder throws; `EncodingError.invalidValue` for a highlight of a keyword
  ///   that the item does not have.
  public func encode(to encoder: any Encoder) throws {
    try item.encode(to: encoder)
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(tier, forKey: .tier)
    try values.encode(score, forKey: .score)
    var ranges = values.nestedContainer(keyedBy: FieldKey.self, forKey: .ranges)
    let highlights = highlights
    for field in matchedFields {
      var found: [[ByteRange]] = Array(
        repeating: [], count: field == .keywords ? item.keywords.count : 1)
      for highlight in highlights where highlight.field == field {
        let keyword = field == .keywords ? highlight.keyword : 0
        guard let text = item.text(of: field, keyword: keyword) else {
          throw EncodingError.invalidValue(
            highlight,
            .init(
              codingPath: ranges.codingPath,
              debugDescription: "There is no keyword \(highlight.keyword)."))
        }
        found[keyword].append(ByteRange(highlight.range, in: text))
      }
      if field == .keywords {
        try ranges.encode(found, forKey: FieldKey(field))
      } else {
        try ranges.encode(found[0], forKey: FieldKey(field))
      }
    }
    try values.encodeIfPresent(snippet, forKey: .snippet)
    if isLearned { try values.encode(true, forKey: .learned) }
    if matchesSynonym { try values.encode(true, forKey: .synonym) }
    if matchesSection { try values.encode(true, forKey: .matchesSection) }
    if isPinned { try values.encode(true, forKey: .pinned) }
    try values.encodeIfPresent(explanation, forKey: .explanation)
  }
}
