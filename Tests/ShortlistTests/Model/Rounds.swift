import Foundation

/// How much chance the property tests are given.
enum Rounds {
  /// `SHORTLIST_ROUNDS` times as many rounds as by default.
  static let factor =
    ProcessInfo.processInfo.environment["SHORTLIST_ROUNDS"].flatMap { Int($0) } ?? 1

  /// Where the seeds begin: `SHORTLIST_SEED`, to repeat one round that failed.
  static let first = ProcessInfo.processInfo.environment["SHORTLIST_SEED"].flatMap { Int($0) } ?? 0

  /// As many seeds as rounds are asked for.
  static func seeds(_ count: Int) -> Range<Int> {
    first..<(first + count * max(1, factor))
  }
}
