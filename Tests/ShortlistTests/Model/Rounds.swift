import Foundation

/// How much chance the property tests are given.
enum Rounds {
  /// `SHORTLIST_ROUNDS` times as many rounds as by default; 0.5 is half of them.
  static let factor =
    ProcessInfo.processInfo.environment["SHORTLIST_ROUNDS"].flatMap { Double($0) } ?? 1

  /// Whether there are more rounds than by default.
  static var isLong: Bool { factor > 1 }

  /// Where the seeds begin: `SHORTLIST_SEED`, to repeat one round that failed.
  static let first = ProcessInfo.processInfo.environment["SHORTLIST_SEED"].flatMap { Int($0) } ?? 0

  /// As many rounds as are asked for, of which there are `count` by default.
  static func of(_ count: Int) -> Int { max(1, Int(Double(count) * factor)) }

  /// As many seeds as rounds are asked for.
  static func seeds(_ count: Int) -> Range<Int> { first..<first + of(count) }
}
