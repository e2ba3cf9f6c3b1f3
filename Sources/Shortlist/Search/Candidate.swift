/// A match before its item is read: enough to rank it.
struct Candidate {
  let docid: Int64
  let level: MatchLevel
  /// Where the section stands in the list.
  let sectionPosition: Int64
  /// Where the item stands among others of its rank class in its section: its position, or the
  /// docid while both give the same order.
  var tie: Int64
  /// What it ranks by among others of its weight, before the length of its title: see ``DistinctiveTerms``.
  var distinctiveness = DistinctiveTerms.none
  /// What it scores by its words, in 0...1; 0 when only the static order counts.
  var relevance = 0.0
  /// Whether the tier says nothing about the order: in answers to questions in prose.
  var isTierless = false

  var tier: MatchTier { level.tier }

  var rank: Int { Self.rank(of: docid, distinctiveness: distinctiveness) }

  /// The bits of a rank.
  static let rankBits = RankClass.bits + DistinctiveTerms.bits

  /// Class of weight, distinctiveness and class of length as one number; smaller is better.
  static func rank(of docid: Int64, distinctiveness: Int) -> Int {
    let rankClass = DocID(docid).rankClass
    return (rankClass.weight << DistinctiveTerms.bits | distinctiveness) << RankClass.lengthBits
      | rankClass.length
  }

  /// By level, relevance, rank, and the order of the list.
  static func ranksBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    if a.level != b.level, !a.isTierless { return a.level < b.level }
    if a.relevance != b.relevance { return a.relevance > b.relevance }
    let (rankA, rankB) = (a.rank, b.rank)
    return rankA != rankB ? rankA < rankB : standsBefore(a, b)
  }

  /// By level, relevance and rank alone.
  static func outranks(_ a: Candidate, _ b: Candidate) -> Bool {
    if a.level != b.level, !a.isTierless { return a.level < b.level }
    return a.relevance != b.relevance ? a.relevance > b.relevance : a.rank < b.rank
  }

  /// By the order of the list.
  static func standsBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    (a.sectionPosition, a.tie, a.docid) < (b.sectionPosition, b.tie, b.docid)
  }
}

/// A tier, or a part of one, best first: what matches in the title stands before what matches only in
/// the body, where a tier has both; and on the tiers of misspelt words, whole words before beginnings.
enum MatchLevel: Int, CaseIterable, Comparable {
  case title, prefix, words, text, substring
  case typoWord, typoPrefix, typoText
  case typosWord, typosPrefix, typosText
  case partial

  var tier: MatchTier {
    switch self {
    case .title: .title
    case .prefix: .prefix
    case .words: .words
    case .text: .text
    case .substring: .substring
    case .typoWord, .typoPrefix, .typoText: .typo
    case .typosWord, .typosPrefix, .typosText: .typos
    case .partial: .partial
    }
  }

  /// How many parts the tier has, and how many of them are worse than this one.
  var parts: (count: Int, worse: Int) {
    switch self {
    case .typoWord, .typosWord: (3, 2)
    case .typoPrefix, .typosPrefix: (3, 1)
    case .typoText, .typosText: (3, 0)
    default: (1, 0)
    }
  }

  static func < (a: MatchLevel, b: MatchLevel) -> Bool { a.rawValue < b.rawValue }
}
