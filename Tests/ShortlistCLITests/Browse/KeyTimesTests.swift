import Testing

@testable import ShortlistCLI

@Suite("Times of keys")
struct KeyTimesTests {
  private let start = ContinuousClock.now

  private func after(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test("A key takes until its results, or those that overtook them, are painted")
  func overtaken() {
    var times = KeyTimes()
    times.began("l", at: after(0))
    times.began("la", at: after(10))
    times.painted("l", at: after(12))
    times.began("lan", at: after(20))
    times.painted("l", at: after(25))
    times.painted("lan", at: after(30))
    #expect(times.times == [.milliseconds(12), .milliseconds(20), .milliseconds(10)])
    #expect(
      times.summary == "3 keys, from key to results on the screen: "
        + "median 12.0 ms, 95th percentile 20.0 ms, longest 20.0 ms.")
  }

  @Test("Nobody waits for the results of an empty text")
  func cleared() {
    var times = KeyTimes()
    times.began("l", at: after(0))
    times.began("", at: after(10))
    times.began("i", at: after(300))
    times.painted("i", at: after(301))
    #expect(times.times == [.milliseconds(1)])
    #expect(KeyTimes().summary == "No key led to results.")
  }
}
