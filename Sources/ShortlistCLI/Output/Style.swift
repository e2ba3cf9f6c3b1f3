import ArgumentParser

/// When to colour what is printed.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether to colour: by default on a terminal that can, unless `NO_COLOR` asks for none.
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

/// How the parts of what is printed are set apart.
struct Style {
  /// A stretch of codes around a part.
  struct Mark {
    let start: String
    let end: String
  }

  let isColored: Bool

  /// What matched: bold and yellow.
  var match: Mark { mark("1;33") }
  /// A heading: bold.
  var heading: Mark { mark("1") }
  /// What matters less.
  var faint: Mark { mark("2") }

  private func mark(_ code: String) -> Mark {
    isColored ? Mark(start: "\u{1B}[\(code)m", end: "\u{1B}[0m") : Mark(start: "", end: "")
  }

  /// Text of the data, set apart as a whole.
  func text(_ text: String, _ mark: Mark) -> String {
    mark.start + TerminalText.shown(text) + mark.end
  }

  /// Text of the data with what matched set apart; the rest in `base`.
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
