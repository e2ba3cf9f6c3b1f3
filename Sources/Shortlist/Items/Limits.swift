/// The ranges of the numbers in a file.
///
/// A number outside of its range was not written by this library. Each is checked once, where it is read;
/// within these ranges, no sum of keys or positions overflows.
enum Limits {
  /// The numbers of sections. The last one that fits into a docid is left out, because its docids end where
  /// ``DocidIterator/end`` stands.
  static let sectionNumbers = 1...(Int64.max >> DocID.placeBits) - 1

  /// The docids of items.
  static let docids =
    DocID.range(ofSection: sectionNumbers.lowerBound)
    .lowerBound...DocID.range(ofSection: sectionNumbers.upperBound).upperBound

  /// The positions of sections in the list, and of items in their section.
  static let positions: ClosedRange<Int64> = 0...1 << 62

  /// How many items a section holds: as many as it has docids.
  static let itemCounts: ClosedRange<Int64> = 0...1 << DocID.placeBits

  /// The counters in `meta`, and the numbers of recent searches.
  static let counters: Range<Int64> = 0..<1 << 62

  /// Whether an item can have a weight.
  static func isWeight(_ weight: Double) -> Bool { weight.isFinite && weight >= 0 }
}

extension ShortlistError {
  /// A number of a file is outside of its range; `what` is a clause that says which.
  static func damaged(_ what: String) -> ShortlistError {
    ShortlistError(.damaged, "The index is damaged: \(what).")
  }
}
