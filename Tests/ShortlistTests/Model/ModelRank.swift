import Shortlist

/// The rank of an item in an answer: smaller is better.
struct ModelRank: Hashable, Comparable {
  var tier: Int
  /// On tiers 6 and 7: 0 for whole words in title and keywords, 1 for other matches there, 2
  /// elsewhere. On tiers 1 to 4: 1 for a match through a synonym; 2 together with the title of the
  /// section, and 3 if the title has all words, or for words in any field.
  var part = 0
  /// The score of the words; 0 if only the static order counts.
  var relevance = 0.0
  /// Whether to ignore the tier.
  var isTierless = false
  var weightClass: Int
  /// The number of words in the title if its distinctive term is in the query; otherwise 63.
  var distinctiveness = 63
  var lengthClass: Int
  var section: Int
  var position: Int
  /// The place among the learned items, which come first; below 0 for pinned ones.
  var learned = Int.max
  /// The place in the order of an attribute, if the answer is sorted by one.
  var sort: ModelSortKey?

  /// Whether it is a match through a synonym.
  var isSynonym: Bool { tier <= 4 && part == 1 }

  private var key: [Int] { [weightClass, distinctiveness, lengthClass, section, position] }

  static func < (a: ModelRank, b: ModelRank) -> Bool {
    if let first = a.sort, let second = b.sort {
      guard !(first < second) else { return true }
      guard !(second < first) else { return false }
      func key(_ rank: ModelRank) -> [Int] {
        [rank.weightClass, rank.lengthClass, rank.section, rank.position]
      }
      return key(a).lexicographicallyPrecedes(key(b))
    }
    if a.learned != b.learned { return a.learned < b.learned }
    if (a.tier, a.part) != (b.tier, b.part), !a.isTierless {
      return (a.tier, a.part) < (b.tier, b.part)
    }
    if a.relevance != b.relevance { return a.relevance > b.relevance }
    return a.key.lexicographicallyPrecedes(b.key)
  }

  /// Compares by list order, ignoring the tier.
  static func listPrecedes(_ a: ModelRank, _ b: ModelRank) -> Bool {
    (a.section, a.position) < (b.section, b.position)
  }
}

extension ModelRank {
  /// Returns the weight class: three an octave, from 2³³ (0) down to 2⁻⁹ (126); 127 for no weight.
  static func weightClass(_ weight: Double) -> Int {
    guard weight > 0 else { return 127 }
    let third =
      switch weight.significand {
      case 1.5874010519681994...: 2
      case 1.2599210498948732...: 1
      default: 0
      }
    return 126 - min(126, max(0, 3 * (Int(weight.exponent) + 9) + third))
  }

  /// Returns the length class. Titles of nearly the same length share one.
  static func lengthClass(_ length: Int) -> Int {
    let ends = [22, 24, 27, 30, 34, 39, 46, 55, 67, 90]
    return length <= 20 ? length : 21 + (ends.firstIndex { length <= $0 } ?? ends.count)
  }

  /// Returns the number of code points in a title that are neither marks nor ignorable.
  ///
  /// A code point that composes with the previous character counts as a mark here, so that both
  /// forms of a title have the same length: vowels and finals of Hangul, and the voice marks of
  /// half-width kana.
  static func length(_ title: String) -> Int {
    title.unicodeScalars.count { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: return false
      default: break
      }
      switch scalar.value {
      case 0x0640, 0x1160...0x11FF, 0xFF9E, 0xFF9F: return false
      default: return !ModelFold.isIgnorable(scalar)
      }
    }
  }
}
