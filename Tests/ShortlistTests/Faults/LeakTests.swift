import CShortlistFaults
import Testing

/// Checks that the fault sweeps would notice leaks.
@Suite("Memory that is lost", .enabled(if: Leaks.areFound))
struct LeakTests {
  private final class Knot {
    var other: Knot?
    let text: String

    init(_ number: Int) { text = "Knot number \(number), with a text of its own" }
  }

  private static func tieKnots() {
    for number in 0..<100 {
      let (one, other) = (Knot(number), Knot(-number))
      one.other = other
      other.other = one
    }
  }

  @Test("in C is found")
  func inC() async {
    await #expect(processExitsWith: .success) {
      let hasLeaked = Leaks.any { for _ in 0..<100 { shortlist_leak() } }
      #expect(hasLeaked)
    }
  }

  @Test("by objects that hold each other is found")
  func inSwift() async {
    await #expect(processExitsWith: .success) {
      let hasLeaked = Leaks.any { Self.tieKnots() }
      #expect(hasLeaked)
    }
  }

  @Test("is none where all is given back")
  func none() async {
    await #expect(processExitsWith: .success) {
      let hasLeaked = Leaks.any { _ = (0..<100).map { Knot($0) } }
      #expect(!hasLeaked)
    }
  }
}
