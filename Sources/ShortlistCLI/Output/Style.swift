import ArgumentParser

/// When to use colour in the output.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether to use colour: by default on a terminal that supports it, unless `NO_COLOR` is set.
  func isOn(isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      let terminal = Environment.value(of: "TERM") ?? "dumb"
      return isTerminal && terminal != "dumb" && Environment.value(of: "NO_COLOR") == nil
    }
  }
}

/// The styles of printed text.
struct Style {
  /// The escape codes before and after a styled part.
  struct Mark {
    let start: String
    let end: String
  }

  let isColored: Bool

  /// Matched text: bold and yellow.
  var match: Mark { mark("1;33") }
  /// A heading: bold.
  var heading: Mark { mark("1") }
  /// Less important text: faint.
  var faint: Mark { mark("2") }

  private func mark(_ code: String) -> Mark {
    isColored ? Mark(start: "\u{1B}[\(code)m", end: "\u{1B}[0m") : Mark(start: "", end: "")
  }

  /// Returns text from the database in one style.
  func text(_ text: String, _ mark: Mark) -> String {
    mark.start + TerminalText.shown(text) + mark.end
  }

  /// Returns text from the database with matches in ``match`` and the rest in `base`.
  func text(
    _ text: String, matching ranges: [Range<String.Index>], in base: Mark? = nil
  ) -> String {
    let base = base ?? Mark(start: "", end: "")
    return base.start
      + TerminalText.shown(
        text, emphasizing: ranges, start: match.start, end: match.end + base.start)
      + base.end
  }
}
