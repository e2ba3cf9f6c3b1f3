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
