/// A line on standard error that is rewritten during a long operation.
final class ProgressLine {
  private let isShown: Bool
  private let isRewritten: Bool
  private var lastShown: ContinuousClock.Instant?
  private var isPlacement = false

  /// Shows progress on a terminal; elsewhere only if `isForced`, one line after another.
  init(isForced: Bool) {
    isRewritten = StandardError.isTerminal
    isShown = isForced || isRewritten
  }

  /// Shows the text, unless the last one is less than a tenth of a second old.
  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = ContinuousClock.now
    if let lastShown, now - lastShown < .milliseconds(100) { return }
    lastShown = now
    if isRewritten {
      StandardError.write("\r\u{1B}[K" + text())
      isPlacement = true
    } else {
      StandardError.writeLine(text())
    }
  }

  /// Clears the line, to make room for other output.
  func clear() {
    guard isPlacement else { return }
    StandardError.write("\r\u{1B}[K")
    isPlacement = false
  }
}

extension Int {
  /// The number with thousands separators: 153,227.
  var grouped: String {
    var digits = Array(String(magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (self < 0 ? "-" : "") + String(digits)
  }

  /// The number with a noun, in the plural unless it is 1: "1 item", "2 items".
  func counted(_ noun: String) -> String {
    "\(grouped) \(noun)\(self == 1 ? "" : "s")"
  }
}

extension Duration {
  var microseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }

  /// Seconds with one decimal: "4.1 s".
  var inSeconds: String { "\(inUnits(of: 1_000_000)) s" }

  /// Milliseconds with one decimal: "4.1 ms".
  var inMilliseconds: String { "\(inUnits(of: 1_000)) ms" }

  private func inUnits(of size: Int) -> String {
    let tenths = (microseconds + size / 20) / (size / 10)
    return "\((tenths / 10).grouped).\(tenths % 10)"
  }
}
