/// The valid ranges of the numbers in a file.
///
/// This library never writes a number outside its range. Each number is checked once, when it is
/// read; within these ranges, no sum of keys or positions overflows.
enum Limits {
  /// Section numbers. The largest number that fits into a docid is excluded, because its last docid
  /// would be ``DocidIterator/end``.
  static let sectionNumbers = 1...(Int64.max >> DocID.placeBits) - 1

  /// The docids of items.
  static let docids =
    DocID.range(ofSection: sectionNumbers.lowerBound)
    .lowerBound...DocID.range(ofSection: sectionNumbers.upperBound).upperBound

  /// The positions of sections in the list, and of items in their section.
  static let positions: ClosedRange<Int64> = 0...1 << 62

  /// The number of items in a section, at most its number of docids.
  static let itemCounts: ClosedRange<Int64> = 0...1 << DocID.placeBits

  /// The counters in `meta`, and the numbers of recent searches.
  static let counters: Range<Int64> = 0..<1 << 62

  /// Whether a number is a valid weight.
  static func isWeight(_ weight: Double) -> Bool { weight.isFinite && weight >= 0 }
}

extension ShortlistError {
  /// Returns the error for a number outside its range; `what` is a clause that describes it.
  static func damaged(_ what: String) -> ShortlistError {
    ShortlistError(.damaged, "The index is damaged: \(what).")
  }
}
