/// How long it took from each key to the picture of what it finds.
struct KeyTimes {
  private var waiting: [(text: String, since: ContinuousClock.Instant)] = []
  private(set) var times: [Duration] = []

  /// A key has changed the text. One that leaves none has no results, and nobody waits any more.
  mutating func began(_ text: String, at instant: ContinuousClock.Instant) {
    if text.allSatisfy(\.isWhitespace) { waiting = [] } else { waiting.append((text, instant)) }
  }

  /// What was found for a text is on the screen. It ends the wait of the keys before, too: a key
  /// whose answer was overtaken counts up to the answer that took its place.
  mutating func painted(_ text: String, at instant: ContinuousClock.Instant) {
    guard let last = waiting.lastIndex(where: { $0.text == text }) else { return }
    times += waiting[...last].map { instant - $0.since }
    waiting.removeSubrange(...last)
  }

  /// The figures in one sentence.
  var summary: String {
    guard !times.isEmpty else { return "No key was followed by results." }
    let sorted = times.sorted()
    /// The smallest time that so many of a hundred do not exceed.
    func percentile(_ percent: Int) -> String {
      sorted[(sorted.count * percent + 99) / 100 - 1].inMilliseconds
    }
    return "\(times.count.counted("key")), from key to results on the screen: "
      + "median \(percentile(50)), 95th percentile \(percentile(95)), longest \(percentile(100))."
  }
}

extension Duration {
  /// Milliseconds with one digit behind the point: "4.1 ms".
  fileprivate var inMilliseconds: String {
    let tenths = (microseconds + 50) / 100
    return "\((tenths / 10).grouped).\(tenths % 10) ms"
  }
}
