/// The key of an item inside the index. It encodes the item's section and its rank within that
/// section before any text is read.
///
/// From the high bits down: the section number, the weight class, the title-length class, and a
/// sequence number that separates items of the same class. Smaller docids rank higher, and FTS5
/// returns rows in docid order, so the best items come first.
struct DocID: Hashable, Comparable {
  /// The sequence: 65,536 items of a section can share both classes; the rest go to the next class.
  static let sequenceBits = 16
  /// The bits below the section number: the classes and the sequence.
  static let placeBits = RankClass.bits + sequenceBits

  let rawValue: Int64

  init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// The number of the section, from 1.
  var section: Int64 { rawValue >> Self.placeBits }

  /// The rank class: 0 ranks highest.
  var rankClass: RankClass {
    RankClass(rawValue: Int(rawValue >> Self.sequenceBits) & (1 << RankClass.bits - 1))
  }

  /// The docids available to a section.
  static func range(ofSection section: Int64) -> ClosedRange<Int64> {
    section << placeBits...(section << placeBits | (1 << placeBits - 1))
  }

  /// The docids of one rank class in a section.
  static func range(ofSection section: Int64, rankClass: RankClass) -> ClosedRange<Int64> {
    let first = section << placeBits | Int64(rankClass.rawValue) << sequenceBits
    return first...(first | (1 << sequenceBits - 1))
  }

  /// The bits of the rank class.
  static let rankClassMask = Int64(1 << RankClass.bits - 1) << sequenceBits

  /// Returns the next docid; the largest docid is returned as it is.
  static func behind(_ docid: Int64) -> Int64 { docid == .max ? docid : docid + 1 }

  static func < (a: DocID, b: DocID) -> Bool { a.rawValue < b.rawValue }
}

/// The order of items that match equally well: heavier first, then shorter titles first.
///
/// Weights and lengths are grouped into classes to fit into a docid. Weights within about a quarter
/// of each other share a class, and so do titles longer than 20 characters within a tenth.
struct RankClass: Hashable, Comparable {
  static let lengthBits = 5
  static let weightBits = 7
  static let bits = weightBits + lengthBits

  /// The class as a number; 0 ranks highest.
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The class of the weight.
  var weight: Int { rawValue >> Self.lengthBits }

  /// The class of the title's length.
  var length: Int { rawValue & (1 << Self.lengthBits - 1) }

  /// Makes the class of a weight and of a title's length in characters, as `Tokens.length` counts
  /// it.
  init(weight: Double, length: Int) {
    rawValue = Self.weightClass(weight) << Self.lengthBits | Self.lengthClass(length)
  }

  /// Returns the class of a weight: three classes an octave, from 2³³ down to 2⁻⁹.
  ///
  /// Anything heavier is in class 0, anything lighter in 126, and no weight at all in 127. The
  /// comparison uses constants so that every machine gets the same class.
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

  /// Returns the class of a length: exact up to 20 characters, then coarser, up to 31 for more than
  /// 90.
  static func lengthClass(_ length: Int) -> Int {
    guard length > 20 else { return max(length, 0) }
    return 21 + (longLengths.firstIndex { length <= $0 } ?? longLengths.count)
  }

  private static let longLengths = [22, 24, 27, 30, 34, 39, 46, 55, 67, 90]

  static func < (a: RankClass, b: RankClass) -> Bool { a.rawValue < b.rawValue }
}
