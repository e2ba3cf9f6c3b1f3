/// A match before its item is read, with everything needed to rank it.
struct Candidate {
  let docid: Int64
  let level: MatchLevel
  /// The position of the section in the list.
  let sectionPosition: Int64
  /// The order among items of the same rank class and section: the item's position, or its docid
  /// while both give the same order.
  var tie: Int64
  /// The key that orders items of the same weight before the length of the title does. See
  /// ``DistinctiveTerms``.
  var distinctiveness = DistinctiveTerms.none
  /// The relevance of its words, in 0...1; 0 when only the static order counts.
  var relevance = 0.0
  /// Whether the tier does not affect the order, as in answers to questions in prose.
  var isTierless = false
  /// The place in the order of an attribute, if the search is sorted by one.
  var sortKey = AttributeOrder.Key.none
  /// The place among the pinned and learned items, which come first; see ``LearnedItems``.
  var learned = LearnedItems.none

  var tier: MatchTier { level.tier }

  var rank: Int { Self.rank(of: docid, distinctiveness: distinctiveness) }

  /// The number of bits in a rank.
  static let rankBits = RankClass.bits + DistinctiveTerms.bits

  /// Combines weight class, distinctiveness and length class into one number; smaller is better.
  static func rank(of docid: Int64, distinctiveness: Int) -> Int {
    let rankClass = DocID(docid).rankClass
    return (rankClass.weight << DistinctiveTerms.bits | distinctiveness) << RankClass.lengthBits
      | rankClass.length
  }

  /// Orders candidates by level, relevance, rank, and then the order of the list. Pinned and
  /// learned items come first.
  static func ranksBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    if a.learned != b.learned { return a.learned < b.learned }
    if a.level != b.level, !a.isTierless { return a.level < b.level }
    if a.relevance != b.relevance { return a.relevance > b.relevance }
    let (rankA, rankB) = (a.rank, b.rank)
    return rankA != rankB ? rankA < rankB : standsBefore(a, b)
  }

  /// Compares everything but the order of the list.
  static func outranks(_ a: Candidate, _ b: Candidate) -> Bool {
    if a.learned != b.learned { return a.learned < b.learned }
    if a.level != b.level, !a.isTierless { return a.level < b.level }
    return a.relevance != b.relevance ? a.relevance > b.relevance : a.rank < b.rank
  }

  /// Orders candidates by an attribute, then by rank class, and then by the order of the list.
  static func sortsBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    if a.sortKey != b.sortKey { return a.sortKey < b.sortKey }
    let (classA, classB) = (DocID(a.docid).rankClass, DocID(b.docid).rankClass)
    return classA != classB ? classA < classB : standsBefore(a, b)
  }

  /// Orders candidates by the order of the list.
  static func standsBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    (a.sectionPosition, a.tie, a.docid) < (b.sectionPosition, b.tie, b.docid)
  }
}

/// A match tier, or a part of one, best first. Where a tier has parts, matches in the title come
/// before matches only in the body. In the tiers of misspelt words, whole words come before
/// prefixes. In tiers 1 to 4, matches of the words as typed come before matches of their synonyms, and
/// matches together with the title of the section come last.
@_spi(SearchEngines) public enum MatchLevel: Int, CaseIterable, Comparable, Sendable {
  case title, titleSynonym
  case prefix, prefixSynonym, prefixInSection
  case words, wordsSynonym, wordsInSection
  case text, textSynonym, textInSection, restInSection
  case substring
  case typoWord, typoPrefix, typoText
  case typosWord, typosPrefix, typosText
  case partial

  /// The tier that it belongs to.
  public var tier: MatchTier {
    switch self {
    case .title, .titleSynonym: .title
    case .prefix, .prefixSynonym, .prefixInSection: .prefix
    case .words, .wordsSynonym, .wordsInSection: .words
    case .text, .textSynonym, .textInSection, .restInSection: .text
    case .substring: .substring
    case .typoWord, .typoPrefix, .typoText: .typo
    case .typosWord, .typosPrefix, .typosText: .typos
    case .partial: .partial
    }
  }

  /// The number of parts of the tier, and the number of those that are worse than this one.
  var parts: (count: Int, worse: Int) {
    switch self {
    case .typoWord, .typosWord: (3, 2)
    case .typoPrefix, .typosPrefix: (3, 1)
    case .typoText, .typosText: (3, 0)
    case .textInSection: (2, 1)
    case .restInSection: (2, 0)
    default: (1, 0)
    }
  }

  /// Whether a synonym stands in place of a typed word.
  var isSynonym: Bool {
    switch self {
    case .titleSynonym, .prefixSynonym, .wordsSynonym, .textSynonym: true
    default: false
    }
  }

  /// Whether the title of the section matches some of the words.
  public var matchesSection: Bool { itemTier != tier || self == .restInSection }

  /// The tier on which the item matches the words that the title of its section lacks.
  var itemTier: MatchTier {
    switch self {
    case .prefixInSection: .title
    case .wordsInSection: .prefix
    case .textInSection: .words
    case .restInSection: .text
    default: tier
    }
  }

  /// Orders levels from the best to the worst.
  public static func < (a: MatchLevel, b: MatchLevel) -> Bool { a.rawValue < b.rawValue }
}

extension Candidate {
  /// The score, in 0...1. Each tier covers an eighth, and within it a better rank scores higher.
  var score: Double {
    guard !isTierless else { return relevance }
    let place = 1 - (Double(rank) + 0.5) / Double(1 << Self.rankBits)
    let base = Double(MatchTier.allCases.count - tier.rawValue)
    let parts = level.parts
    // In tier 4, matches ranked by their words come before the others.
    let rank =
      if level.isSynonym || level.matchesSection {
        // Below the lowest literal match of the tier, half a step of rank, and in tier 4 half of that.
        (level.isSynonym ? 1 + place : (Double(parts.worse) + place) / Double(parts.count))
          / Double(1 << (Self.rankBits + 4))
      } else if tier == .text {
        relevance > 0 ? 0.5 + relevance / 2 : place / 2
      } else {
        (Double(parts.worse) + place) / Double(parts.count)
      }
    return (base + rank) / Double(MatchTier.allCases.count)
  }
}
