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
