/// A query as the conditions that another search engine has to evaluate, tier by tier, and everything
/// that a repository would make of the items found.
///
/// An engine indexes each item as an ``IndexedItem``. Then it looks for the items on each tier with
/// ``condition(for:)``, ranks them as ``EngineMatch``, and reads only those that are shown.
@_spi(SearchEngines) public struct EngineQuery: Sendable {
  /// The query.
  public let query: SearchQuery
  let parsed: ParsedQuery

  /// Parses the text of a query.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public init(_ query: SearchQuery) throws(ShortlistError) {
    self.query = query
    parsed = try ParsedQuery(query.text, operators: query.operators)
  }

  private init(_ query: SearchQuery, _ parsed: ParsedQuery) {
    self.query = query
    self.parsed = parsed
  }

  /// Whether there are no words to look for.
  public var isEmpty: Bool { parsed.clauses.isEmpty }

  /// Whether all items are matches if there are no words.
  public var listsItems: Bool { query.listsItems }

  /// Remarks on what was cut.
  public var notes: [SearchResults.Note] { parsed.notes }

  /// The words that an item must not contain, in any field; `nil` if there are none.
  public var exclusion: TokenQuery? {
    parsed.exclusions.isEmpty ? nil : .any(of: parsed.exclusions.map(TokenQuery.init))
  }

  /// Returns the condition of one of tiers 1 to 4. Those of tiers 1 to 3 are about the tokens of
  /// titles and keywords, that of tier 4 is about those of all fields. `nil` if no item can meet it.
  public func condition(for tier: MatchTier) -> TokenQuery? {
    guard !isEmpty else { return nil }
    return switch tier {
    case .title: .title(parsed.clauses, isWhole: true)
    case .prefix: .title(parsed.clauses, isWhole: false)
    case .words, .text: TokenQuery(parsed.clauses)
    case .substring, .typo, .typos, .partial: nil
    }
  }

  // MARK: Order

  /// The condition, about titles and keywords, for all words in full; `nil` if the query has too few
  /// letters for distinctive words.
  ///
  /// The matches whose ``distinctiveness(ofTitle:typed:titles:)`` is less than
  /// ``noDistinctiveness`` come first among those of the same tier and weight, up to tier 3. If there
  /// are more than ``maximumDistinctiveTitles`` such matches in scope, none do.
  public var wholeWords: TokenQuery? {
    isEmpty || parsed.isBarelyBegun ? nil : TokenQuery(parsed.clauses.map(\.whole))
  }

  /// The words of all clauses, folded.
  public var words: Set<String> { parsed.clauses.words }

  /// The most titles in which distinctive words count.
  public static let maximumDistinctiveTitles = DistinctiveTerms.maximumTitles
  /// The distinctiveness of a title whose rarest word was not typed.
  public static let noDistinctiveness = DistinctiveTerms.none

  /// Returns the number of words in a title if its rarest one was typed, and otherwise
  /// ``noDistinctiveness``.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - words: the typed words, folded.
  ///   - counts: the number of items with a term in title or keywords, for the typed words and the
  ///     terms of the title (``IndexedItem/terms(ofTitle:)``).
  /// - Returns: the distinctiveness; smaller ranks higher.
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public static func distinctiveness(
    ofTitle title: String, typed words: Set<String>, titles counts: [String: Int]
  ) throws(ShortlistError) -> Int {
    try DistinctiveTerms.key(
      ofTitle: title, typed: words, titles: counts.mapValues { Int64($0) })
  }

  /// Whether tier 4 is ordered by relevance first.
  public var ranksTexts: Bool {
    query.order == .rank && query.sort == nil && !parsed.isBarelyBegun && !parsed.endsInLetter
  }

  // MARK: Section titles

  /// Returns the sections whose titles match some of the words, together by what they match, with
  /// the query for the other words; empty for a single word.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  /// - Complexity: O(*n* · *c*) for *n* words in all titles and *c* clauses.
  public func titled(
    _ sections: [ItemSection]
  ) throws(ShortlistError) -> [(sections: [ItemSection.ID], rest: EngineQuery)] {
    guard query.matchesSectionTitles, parsed.clauses.count > 1 else { return [] }
    var found: [UInt64: [ItemSection.ID]] = [:]
    for section in sections {
      var matched: UInt64 = 0
      for (offset, clause) in parsed.clauses.enumerated()
      where try clause.words(ofSectionTitle: section.title) != nil {
        matched |= 1 << UInt64(offset)
      }
      if matched != 0 { found[matched, default: []].append(section.id) }
    }
    return found.sorted { $0.key < $1.key }.map { matched, ids in
      let left = QueryClause.left(of: parsed.clauses, besides: matched)
      return (ids, EngineQuery(query, parsed.spelled(left)))
    }
  }

  // MARK: Hits

  /// Makes the highlights and the snippet of hits. Make one for a search.
  public func highlighter() -> EngineHighlighter { EngineHighlighter(self) }

  /// Returns the query in the spelling of a hit, the best one, if that is on tier 6 or 7.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public func correctedText(for best: Hit?) throws(ShortlistError) -> String? {
    guard let best, best.tier == .typo || best.tier == .typos else { return nil }
    return try CorrectedText(query.text, operators: query.operators).spelled(as: best.item)
  }

  /// Returns the best of tiers 1 to 5 on which an item matches by its texts alone, whatever the
  /// statistics of the index; `nil` if it matches on no tier.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public func tier(of item: Item) throws(ShortlistError) -> MatchTier? {
    let matcher = try ItemMatcher(parsed, item)
    return matcher.exclusion == nil ? matcher.tier : nil
  }
}

/// Makes the highlights and the snippet of hits.
@_spi(SearchEngines) public struct EngineHighlighter {
  private let highlighter: Highlighter
  private let snippetLength: Int

  init(_ query: EngineQuery) {
    highlighter = Highlighter(
      query.parsed.clauses, stems: false,
      spellings: TypoSpellings(query.parsed, query.query.typos))
    snippetLength = query.query.snippetLength
  }

  /// Makes the hit of an item that matched on a level.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public func hit(_ item: Item, _ match: EngineMatch) throws(ShortlistError) -> Hit {
    let level = match.level
    let (highlights, snippet) = try highlighter.highlights(
      title: item.title, subtitle: item.subtitle, keywords: item.keywords, body: item.body,
      tier: level.itemTier, snippetLength: snippetLength)
    return Hit(
      item: item, tier: level.tier, score: match.score, highlights: highlights, snippet: snippet,
      matchesSection: level.matchesSection)
  }
}
