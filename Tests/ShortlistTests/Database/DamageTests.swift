import Foundation
import Shortlist
import Testing

/// Damages copies of an index, and checks their answers.
///
/// `SHORTLIST_DAMAGED` tries that many copies instead of a few hundred, and prints a table of the
/// outcomes.
@Suite("A damaged file")
struct DamageTests {
  @Test("gives answers or an error, is never written, and check finds what is wrong")
  func copies() async throws {
    let original = try Self.original.get()
    var all = DamageTally()
    try await withThrowingTaskGroup(of: (Damage, DamageTally).self) { group in
      for damage in Damage.allCases {
        group.addTask { (damage, try Self.tally(of: damage, original)) }
      }
      for try await (damage, tally) in group {
        if Self.isLong { print("\(damage.rawValue): \(tally)") }
        // A truncated log is valid: its last changes are lost, and nothing reveals that.
        if damage != .log { all.add(tally) }
      }
    }
    #expect(all.missed.count * 100 <= all.different, "check missed \(all.missed)")
    if Self.isLong { print("all but log: \(all), missed \(all.missed)") }
  }

  /// Returns the outcomes of the copies with one kind of damage.
  private static func tally(of damage: Damage, _ original: OriginalIndex) throws -> DamageTally {
    var tally = DamageTally()
    for seed in seeds {
      let outcome = try original.outcome(of: damage, seed: seed)
      #expect(!outcome.wasWritten, "\(damage), seed \(seed)")
      tally.add(outcome, "\(damage.rawValue) \(seed)")
    }
    return tally
  }

  @Test(
    "is sound again after a repair, and has most of its items, where it can still be opened",
    arguments: [Damage.bits, .burst, .pageHead, .zeroedPage, .swappedPages, .tornPage, .index])
  func repair(damage: Damage) throws {
    let original = try Self.original.get()
    var kept: [Int] = []
    for seed in Self.seeds.prefix(Self.isLong ? .max : 6) {
      guard let items = try original.itemsAfterRepair(of: damage, seed: seed) else { continue }
      #expect(items >= 0, "\(damage), seed \(seed)")
      kept.append(items)
    }
    #expect(kept.max() == original.items)
    if Self.isLong {
      let whole = kept.count(where: { $0 == original.items })
      print(
        "\(damage.rawValue): \(kept.count) of \(Self.seeds.count) repaired, \(whole) whole, worst \(kept.min() ?? 0)"
      )
    }
  }

  private static let original = Result { try OriginalIndex() }

  private static let count =
    ProcessInfo.processInfo.environment["SHORTLIST_DAMAGED"].flatMap { Int($0) }
  private static var isLong: Bool { count != nil }

  /// The seeds: equally many for each kind of damage, and at least as many in total as requested.
  private static var seeds: Range<Int> {
    let kinds = Damage.allCases.count
    return Rounds.first..<Rounds.first + (count.map { ($0 + kinds - 1) / kinds } ?? 20)
  }
}

/// The outcomes of many damaged copies.
private struct DamageTally: CustomStringConvertible {
  var copies = 0
  var different = 0
  var found = 0
  var silent = 0
  /// The copies whose answers differ although the check finds nothing.
  var missed: [String] = []
  var slowest = Duration.zero

  mutating func add(_ other: DamageTally) {
    copies += other.copies
    different += other.different
    found += other.found
    silent += other.silent
    missed += other.missed
    slowest = max(slowest, other.slowest)
  }

  mutating func add(_ outcome: OriginalIndex.Outcome, _ name: String) {
    copies += 1
    different += outcome.answersDiffer ? 1 : 0
    found += outcome.isFound ? 1 : 0
    silent += outcome.isSilent ? 1 : 0
    if outcome.answersDiffer, !outcome.isFound { missed.append(name) }
    slowest = max(slowest, outcome.slowest)
  }

  var description: String {
    "\(copies) copies, \(different) with other answers or an error (\(silent) without an error), "
      + "\(found) found by check, \(missed.count) not; slowest \(slowest)"
  }
}
