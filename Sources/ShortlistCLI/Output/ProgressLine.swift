/// A line on standard error that is written over and over while something takes long.
final class ProgressLine {
  private let isShown: Bool
  private let isRewritten: Bool
  private var lastShown: ContinuousClock.Instant?
  private var isPlacement = false

  /// Shows progress on a terminal; elsewhere only, line after line, when `isForced`.
  init(isForced: Bool) {
    isRewritten = StandardError.isTerminal
    isShown = isForced || isRewritten
  }

  /// Shows the text, unless something was shown less than a tenth of a second ago.
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

  /// Makes room for other lines.
  func clear() {
    guard isPlacement else { return }
    StandardError.write("\r\u{1B}[K")
    isPlacement = false
  }
}
