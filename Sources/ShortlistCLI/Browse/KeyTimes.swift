/// The time from each key until its results are on the screen.
struct KeyTimes {
  private var waiting: [(text: String, since: ContinuousClock.Instant)] = []
  private(set) var times: [Duration] = []

  /// Records that a key changed the text. An empty text has no results, so nothing is waited for.
  mutating func began(_ text: String, at instant: ContinuousClock.Instant) {
    if text.allSatisfy(\.isWhitespace) { waiting = [] } else { waiting.append((text, instant)) }
  }

  /// Records that the results for a text are on the screen. This also ends the wait of earlier
  /// keys: a key whose results were superseded counts up to those that replaced them.
  mutating func painted(_ text: String, at instant: ContinuousClock.Instant) {
    guard let last = waiting.lastIndex(where: { $0.text == text }) else { return }
    times += waiting[...last].map { instant - $0.since }
    waiting.removeSubrange(...last)
  }

  var summary: String {
    guard !times.isEmpty else { return "No key led to results." }
    let sorted = times.sorted()
    /// The smallest time that `percent` per cent of the times do not exceed.
    func percentile(_ percent: Int) -> String {
      sorted[(sorted.count * percent + 99) / 100 - 1].inMilliseconds
    }
    return "\(times.count.counted("key")), from key to results on the screen: "
      + "median \(percentile(50)), 95th percentile \(percentile(95)), longest \(percentile(100))."
  }
}
