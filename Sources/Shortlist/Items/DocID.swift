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
