/// The key of an item inside the index: it says which section the item is in, and where it ranks
/// there before any text is read.
///
/// From the high bits down: the number of the section, the class of weight, the class of the
/// title's length, and a sequence that tells apart the items of one class. Smaller docids rank
/// higher, so FTS5, which answers in the order of docids, hands over the best items first.
struct DocID: Hashable, Comparable {
  /// The sequence: 65,536 items of a section may share both classes; more of them go to the next.
  static let sequenceBits = 16
  /// The classes and the sequence.
  static let placeBits = RankClass.bits + sequenceBits

  let rawValue: Int64

  init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The number of the section, from 1.
  var section: Int64 { rawValue >> Self.placeBits }

  /// The rank class: 0 ranks highest.
  var rankClass: RankClass {
    RankClass(rawValue: Int(rawValue >> Self.sequenceBits) & (1 << RankClass.bits - 1))
  }

  /// The docids that a section can have.
  static func range(ofSection section: Int64) -> ClosedRange<Int64> {
    section << placeBits...(section << placeBits | (1 << placeBits - 1))
  }

  /// The docids of one rank class in a section.
  static func range(ofSection section: Int64, rankClass: RankClass) -> ClosedRange<Int64> {
    let first = section << placeBits | Int64(rankClass.rawValue) << sequenceBits
    return first...(first | (1 << sequenceBits - 1))
  }

  /// The docid behind another; that itself where there is none.
  static func behind(_ docid: Int64) -> Int64 { docid == .max ? docid : docid + 1 }

  static func < (a: DocID, b: DocID) -> Bool { a.rawValue < b.rawValue }
}

/// What ranks items that match equally well: heavier ones first, then those with shorter titles.
///
/// Weights and lengths count in steps, so that the class fits into a docid: weights within about a
/// quarter of each other are equal, and so are titles longer than 20 characters within a tenth.
struct RankClass: Hashable, Comparable {
  static let lengthBits = 5
  static let weightBits = 7
  static let bits = weightBits + lengthBits

  /// 0 ranks highest.
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The class of the weight.
  var weight: Int { rawValue >> Self.lengthBits }

  /// The class of the title's length.
  var length: Int { rawValue & (1 << Self.lengthBits - 1) }

  /// The length is that of the title, in characters, as `Tokens.length` counts them.
  init(weight: Double, length: Int) {
    rawValue = Self.weightClass(weight) << Self.lengthBits | Self.lengthClass(length)
  }

  /// Three classes an octave, from 2³³ down to 2⁻⁹: 0 for what is heavier, 126 for what is lighter,
  /// 127 for no weight at all. Compares with constants, so that every machine gives the same.
  static func weightClass(_ weight: Double) -> Int {
    guard weight > 0 else { return 127 }
    guard weight.isFinite else { return 0 }
    let third =
      switch weight.significand {
      case ..<1.2599210498948732: 0
      case ..<1.5874010519681994: 1
      default: 2
      }
    return 126 - min(max(3 * (Int(weight.exponent) + 9) + third, 0), 126)
  }

  /// Exact up to 20 characters, then in steps up to 31 for more than 90.
  static func lengthClass(_ length: Int) -> Int {
    guard length > 20 else { return max(length, 0) }
    return 21 + (longLengths.firstIndex { length <= $0 } ?? longLengths.count)
  }

  private static let longLengths = [22, 24, 27, 30, 34, 39, 46, 55, 67, 90]

  static func < (a: RankClass, b: RankClass) -> Bool { a.rawValue < b.rawValue }
}
