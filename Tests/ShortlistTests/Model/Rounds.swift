import Foundation

/// The number of rounds of the property tests.
enum Rounds {
  /// The value of `SHORTLIST_ROUNDS`: multiplies the default number of rounds; 0.5 halves it.
  static let factor =
    ProcessInfo.processInfo.environment["SHORTLIST_ROUNDS"].flatMap { Double($0) } ?? 1

  /// Whether there are more rounds than by default.
  static var isLong: Bool { factor > 1 }

  /// The first seed, from `SHORTLIST_SEED`, to repeat one failed round.
  static let first = ProcessInfo.processInfo.environment["SHORTLIST_SEED"].flatMap { Int($0) } ?? 0

  /// Returns the number of rounds, `count` by default.
  static func of(_ count: Int) -> Int { max(1, Int(Double(count) * factor)) }

  /// Returns one seed per round.
  static func seeds(_ count: Int) -> Range<Int> { first..<first + of(count) }
}
